import { announceEngines } from "../../support/journey";
import { forSampleCells } from "./sample-cases";

announceEngines();

forSampleCells("kill -9 of the engine");
