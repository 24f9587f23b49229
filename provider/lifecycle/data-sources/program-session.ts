import { openSession } from "../session/open-session";

/** What a program's own process needs of the lifecycle: the market and the templates, read only. */
export { openSession as programSession };
export { searchOffers } from "./offer-search";
export { searchTemplates } from "./template-search";
