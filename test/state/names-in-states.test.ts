import type * as pulumi from "@pulumi/pulumi";
import type { Instance } from "../../provider/resources/instance";
import type { Template } from "../../provider/resources/template";
import { serviceOutputs } from "../../provider/lifecycle/instance/outputs/instance-outputs";
import { instanceInputsSchema } from "../../provider/rules/instance/instance-inputs";
import { templateInputsSchema } from "../../provider/rules/template/template-inputs";
import { HIDDEN, HIDDEN_INPUTS, HIDDEN_INSTANCE_OUTPUTS } from "../../provider/state/hidden";
import {
  INSTANCE_ARGUMENTS,
  INSTANCE_SERVICE_OUTPUTS,
  LAUNCH_HASH,
  TEMPLATE_ARGUMENTS,
  TEMPLATE_SERVICE_OUTPUTS,
} from "../../provider/state/output-names";
import { phaseIn, STATE_PHASES } from "../../provider/state/phase";
import { SERIALIZED_PROVIDER } from "../../provider/state/serialized-provider";
import { TYPE_TOKEN } from "../../provider/state/type-token";
import { UNCONFIRMED_ID } from "../../provider/state/unconfirmed-rent";

/** A property of a class that is no property of every resource. */
type Own<T> = Exclude<keyof T, keyof pulumi.CustomResource>;

describe("what is in users' states", () => {
  test("loads the provider by a constant of sixty bytes, byte for byte", () => {
    expect(SERIALIZED_PROVIDER).toEqual({
      Instance: 'exports.handler = () => require("pulumi-vastai/provider").Instance;',
      Template: 'exports.handler = () => require("pulumi-vastai/provider").Template;',
    });
    expect(TYPE_TOKEN).toEqual({
      Instance: "pulumi-nodejs:dynamic/vastai:Instance",
      Template: "pulumi-nodejs:dynamic/vastai:Template",
    });
    expect(UNCONFIRMED_ID).toBe("unconfirmed:");
  });

  test("has these hidden names, none of which may ever change", () => {
    const names =
      "provider program urn resourceName timeouts secrets token template templateLaunchHash autoName asked account baseUrl " +
      "drift launchLabel labelUnsupported offer phase reason rentedAt disk predecessors unconfirmedRents lostRents orphans";
    expect(HIDDEN).toEqual(Object.fromEntries(names.split(" ").map((name) => [name, `__${name}`])));
    expect(HIDDEN_INPUTS.join(" ")).toBe(
      "__provider __program __template __templateLaunchHash __token __urn __timeouts __resourceName __secrets",
    );
    expect(HIDDEN_INSTANCE_OUTPUTS.toSorted().join(" ")).toBe(
      "__account __asked __baseUrl __disk __labelUnsupported __launchLabel __lostRents __offer __orphans __phase " +
        "__predecessors __reason __rentedAt __unconfirmedRents",
    );
  });

  test("has these outputs", () => {
    expect(INSTANCE_ARGUMENTS.toSorted().join(" ")).toBe(
      "args argsStr cancelUnavail disk env force image imageLogin jupyterDir label langUtf8 launch maxHourlyPriceUsd offerIds " +
        "onstart ports price pythonUtf8 runtype search targetState template templateHashId useJupyterLab user vm volumeInfo",
    );
    expect(INSTANCE_SERVICE_OUTPUTS.toSorted().join(" ")).toBe(
      "actualStatus dphTotal endDate geolocation gpuName gpuRam hostId hourlyCostUsd instanceId intendedStatus isBid " +
        "jupyterToken jupyterUrl machineId minBid numGpus offerId portMappings publicIpaddr sshCommand sshHost sshPort " +
        "startDate statusMsg",
    );
    expect(TEMPLATE_ARGUMENTS.toSorted().join(" ")).toBe(
      "argsStr desc dockerLoginPass dockerLoginRepo dockerLoginUser dockerOptions env extraFilters href image jupDirect " +
        "jupyterDir name onstart ports private readme recommendedDiskSpace repo runtype sshDirect tag useJupyterLab useSsh volumeInfo",
    );
    expect([...TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH].toSorted().join(" ")).toBe(
      "countCreated createdAt creatorId hashId launchHash templateId",
    );
  });

  test("names every argument that is checked and every output that is made, and no other", () => {
    expect(Object.keys(instanceInputsSchema.shape).toSorted()).toEqual(
      INSTANCE_ARGUMENTS.filter((name) => name !== "template").toSorted(),
    );
    expect(Object.keys(templateInputsSchema.shape).toSorted()).toEqual(TEMPLATE_ARGUMENTS.toSorted());
    const made = Object.keys(serviceOutputs({ id: 1, label: "x" }));
    expect(made.filter((name) => !INSTANCE_SERVICE_OUTPUTS.some((known) => known === name))).toEqual([]);
  });

  test("names every output that a program's class declares: the compiler compares the lists", () => {
    type InstanceOutput = (typeof INSTANCE_ARGUMENTS)[number] | (typeof INSTANCE_SERVICE_OUTPUTS)[number];
    type TemplateOutput =
      (typeof TEMPLATE_ARGUMENTS)[number] | (typeof TEMPLATE_SERVICE_OUTPUTS)[number] | typeof LAUNCH_HASH;
    const missing: [
      Exclude<Own<Instance>, InstanceOutput>?,
      Exclude<InstanceOutput, Own<Instance>>?,
      Exclude<Own<Template>, TemplateOutput>?,
      Exclude<TemplateOutput, Own<Template>>?,
    ] = [];
    const none: [never?, never?, never?, never?] = missing;
    expect(none).toEqual([]);
  });

  test("has a phase of a machine, and a phase of a later version is none", () => {
    expect(STATE_PHASES.toSorted().join(" ")).toBe(
      "dead expired finished givenUp gone loading outbid unconfirmed",
    );
    expect([phaseIn("loading"), phaseIn("hibernating"), phaseIn(undefined)]).toEqual([
      "loading",
      undefined,
      undefined,
    ]);
  });
});
