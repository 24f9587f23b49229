import { announceEngines } from "../../support/journey";
import { forSampleCells } from "./sample-cases";

announceEngines();

forSampleCells("Ctrl-C twice");
