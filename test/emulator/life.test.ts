import fc from "fast-check";
import { makeTestWorld, OFFER } from "./support";

type Move =
  | { readonly move: "rent"; readonly offer: number; readonly bid: boolean; readonly stopped: boolean }
  | { readonly move: "start" | "stop" | "destroy" | "outbid" | "reboot"; readonly index: number }
  | { readonly move: "wait"; readonly seconds: number };

const index = fc.nat({ max: 5 });
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    move: fc.constant("rent" as const),
    offer: fc.nat({ max: 7 }),
    bid: fc.boolean(),
    stopped: fc.boolean(),
  }),
  fc.record({ move: fc.constantFrom("start", "stop", "destroy", "outbid", "reboot"), index }),
  fc.record({ move: fc.constant("wait" as const), seconds: fc.nat({ max: 5_000 }) }),
);

test("whatever happens, the ledger and the reads agree, and money only grows while something lives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
      const { world, clock, send, read } = makeTestWorld({ offers: [{}, {}, {}, {}] });
      const rented: number[] = [];
      const destroyed = new Set<number>();
      for (const step of moves) {
        const before = world.ledger();
        const id = "index" in step ? (rented[step.index] ?? 0) : 0;
        switch (step.move) {
          case "rent": {
            const body = {
              image: "busybox",
              ...(step.bid ? { price: 0.3 } : {}),
              target_state: step.stopped ? "stopped" : "running",
            };
            const reply = await send("PUT", `/api/v0/asks/${OFFER + step.offer}/`, body);
            if (reply.status === 200) {
              rented.push(Number(reply.fields["new_contract"]));
            }
            break;
          }
          case "start":
          case "stop":
            await send("PUT", `/api/v0/instances/${id}/`, {
              state: step.move === "start" ? "running" : "stopped",
            });
            break;
          case "reboot":
            await send("PUT", `/api/v0/instances/reboot/${id}/`, {});
            break;
          case "destroy":
            if ((await send("DELETE", `/api/v0/instances/${id}/`, {})).status === 200) {
              destroyed.add(id);
            }
            break;
          case "outbid":
            if (id !== 0) {
              world.do({ action: "outbid-instance", instance: id });
            }
            break;
          case "wait":
            await clock.advance(step.seconds * 1_000);
        }
        const after = world.ledger();
        expect(after.live).toBe(rented.length - destroyed.size);
        expect(after.spentUsd).toBeGreaterThanOrEqual(before.spentUsd);
        if (step.move === "wait" && step.seconds > 0) {
          expect(after.spentUsd > before.spentUsd).toBe(before.live > 0);
        }
      }
      for (const id of rented) {
        expect((await read(id)) === null).toBe(destroyed.has(id));
      }
    }),
    { seed: 20_260_821, numRuns: 60 },
  );
});
