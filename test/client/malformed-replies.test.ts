import fc from "fast-check";
import { ProviderError } from "../../provider/errors";
import { SEARCH } from "./any-search";
import { stubService } from "./stub-service";

const choose = () => ({ offerId: 4711, request: { label: "job", disk: 16, image: "ubuntu" } });

test("whatever a service replies ends in a result or a typed error", async () => {
  const odd = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((text) => text.slice(0, text.length / 2)),
    fc
      .record({
        instances: fc.anything(),
        offers: fc.anything(),
        templates: fc.anything(),
        new_contract: fc.anything(),
      })
      .map((body) =>
        JSON.stringify(body, (_key, held: unknown) => (typeof held === "bigint" ? Number(held) : held)),
      ),
    fc.constantFrom(
      '{"instances":{"id":1e308}}',
      '{"new_contract":9007199254740993}',
      '{"offers":[{"id":-1}]}',
      "[[[[",
      "null",
    ),
  );
  const status = fc.constantFrom(
    200,
    201,
    204,
    301,
    400,
    401,
    402,
    403,
    404,
    409,
    410,
    418,
    422,
    429,
    500,
    501,
    503,
  );
  await fc.assert(
    fc.asyncProperty(odd, status, async (text, code) => {
      const service = stubService([{ status: code, text }]);
      const { client } = service;
      const options = { deadline: service.clock.now() + 20_000 };
      const calls = [
        client.acceptOffer(choose, options),
        client.searchOffers(SEARCH, options),
        client.getInstance(1, options),
        client.listInstances(undefined, options),
        client.destroyInstance(1, options),
        client.setInstanceState(1, "running", options),
        client.findTemplates({}, options),
        client.createTemplate({ name: "n", image: "i" }, options),
        client.editTemplate("h", {}, options),
        client.deleteTemplate(1, options),
        client.getAccount(options),
        client.countSshKeys(options),
      ];
      const outcomes = await service.run(Promise.allSettled(calls));
      for (const outcome of outcomes) {
        expect(outcome.status === "fulfilled" || outcome.reason instanceof ProviderError).toBe(true);
      }
    }),
    { seed: 20260801, numRuns: 150 },
  );
}, 60_000);
