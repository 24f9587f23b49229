import type { Route } from "../model/route";
import { ACCOUNT_ROUTES } from "./account";
import { ASK_ROUTES } from "./asks";
import { BID_ROUTES } from "./bids";
import { CONTAINER_ROUTES } from "./containers";
import { INSTANCE_ROUTES } from "./instances";
import { INSTANCE_LIST_ROUTES } from "./instances-list";
import { OFFER_ROUTES } from "./offers";
import { SSH_KEY_ROUTES } from "./ssh-keys";
import { TEMPLATE_ROUTES } from "./templates";
import { VOLUME_ROUTES } from "./volumes";

/** Every endpoint of the emulated service. A fixed path precedes one that varies. */
export const ROUTES: readonly Route[] = [
  ...OFFER_ROUTES,
  ...ASK_ROUTES,
  ...INSTANCE_LIST_ROUTES,
  ...BID_ROUTES,
  ...CONTAINER_ROUTES,
  ...INSTANCE_ROUTES,
  ...TEMPLATE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...SSH_KEY_ROUTES,
  ...VOLUME_ROUTES,
];
