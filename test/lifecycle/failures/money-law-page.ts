import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { moneyLawPage } from "./money-law";

writeFileSync(join(__dirname, "../../../docs/money-law.md"), moneyLawPage());
