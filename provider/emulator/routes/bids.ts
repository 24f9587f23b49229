import { changeBid } from "../model/contract-life";
import { currentFloor } from "../model/contracts";
import { json, noSuchInstance, refusal } from "../model/replies";
import type { Route } from "../model/route";

const MOST_PER_GPU = 32;
const LEAST = 0.001;

/** Changing a bid. Without a price the service takes the one that wins. */
export const BID_ROUTES: readonly Route[] = [
  {
    name: "bids.change",
    method: "PUT",
    path: "/api/v0/instances/bid_price/{}/",
    pace: { intervalSeconds: 5.5 },
    inInterface: false,
    subject: "instance",
    handle: (call) => {
      const { world, account } = call;
      const contract = world.contracts.findLive(Number(call.params[0]), account.id, world.now());
      if (contract === undefined) {
        return noSuchInstance();
      }
      if (!contract.isBid) {
        return refusal(400, "invalid_args", "the instance is not interruptible");
      }
      const price = call.body["price"] ?? currentFloor(contract, world.now());
      if (typeof price !== "number" || price < LEAST || price > MOST_PER_GPU * contract.offer.num_gpus) {
        return refusal(400, "invalid_args", "price must be between 0.001 and 32 dollars per hour and GPU");
      }
      changeBid(contract, world.now(), price, world.timings);
      return json(200, { success: true });
    },
  },
];
