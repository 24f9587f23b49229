import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import type * as program from "./index";

/** Every resource that the program declares, with its arguments. */
const declared: pulumi.runtime.MockResourceArgs[] = [];

let stack: typeof program;

before(async () => {
  await pulumi.runtime.setMocks({
    newResource: (resource) => {
      declared.push(resource);
      const isInstance = resource.type.endsWith("Instance");
      return {
        id: isInstance ? "4711" : "12",
        state: {
          ...(resource.inputs as object),
          ...(isInstance ? { dphTotal: 0.5, sshCommand: "ssh -p 40022 root@192.0.2.7" } : { hashId: "a1b2" }),
        },
      };
    },
    call: () => ({}),
  });
  // Only now, so that the resources are declared to the mocks.
  stack = await import("./index.js");
  await new Promise((resolve) => pulumi.all([stack.sshCommand, stack.dailyUsd]).apply(resolve));
});

function argumentsOf(type: string): Record<string, unknown> {
  const found = declared.find((resource) => resource.type.endsWith(type));
  assert.ok(found, `the program declares no ${type}`);
  return found.inputs as Record<string, unknown>;
}

test("the machine is launched from the program's own template", () => {
  assert.equal(argumentsOf("Instance")["template"], "a1b2");
});

test("no machine may cost more than a dollar an hour", () => {
  const limit = argumentsOf("Instance")["maxHourlyPriceUsd"];
  assert.ok(typeof limit === "number" && limit <= 1);
});

test("the cost of a day is shown", async () => {
  const shown = await new Promise((resolve) => stack.dailyUsd.apply(resolve));
  assert.equal(shown, "$12.00");
});
