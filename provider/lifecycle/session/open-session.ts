import { createServiceClient } from "../../client/create-service-client";
import { machineTime, systemClock } from "../../wire/clock";
import { PaceFile } from "../../wire/pace-file";
import { Pacer } from "../../wire/pacing";
import { ServiceTime } from "../../wire/service-time";
import { SharedPace } from "../../wire/shared-pace";
import { undiciTransport } from "../../wire/undici-transport";
import { userAgent } from "../../wire/user-agent";
import { processState } from "./process-state";
import { Session } from "./session";
import {
  processSources,
  readRuntimeFolders,
  readSettings,
  readTimeScale,
  type ReadConfig,
} from "../settings/settings";

/**
 * The session of this process for the settings as they are now; made on first use.
 *
 * @throws MISSING_API_KEY, INVALID_SETTING
 */
export function openSession(config: ReadConfig): Session {
  const settings = readSettings(processSources(config));
  const state = processState();
  const name = JSON.stringify([settings.baseUrl, settings.apiKey, settings.pacing]);
  const open = state.sessions.get(name);
  if (open !== undefined) return open;
  const { baseUrl, apiKey, pacing, apiKeySource } = settings;
  const timeScale = readTimeScale(process.env);
  const clock = systemClock(timeScale);
  const serviceTime = new ServiceTime(clock);
  const { send } = undiciTransport({ baseUrl, apiKey, userAgent: userAgent() });
  // Times on different scales cannot be compared.
  const file = new PaceFile({
    folders: readRuntimeFolders(process.env),
    shared: [baseUrl, apiKey, String(timeScale)],
    uid: process.getuid?.(),
    now: machineTime(),
  });
  const share = new SharedPace(file, machineTime(timeScale), (offerIds) =>
    session.claims.spentElsewhere(offerIds),
  );
  const client = createServiceClient({
    // On a scaled clock the world's dates mean nothing.
    transport: timeScale === 1 ? serviceTime.toldBy(send) : send,
    clock,
    pacer: new Pacer(clock, Math.random, share),
    pacing,
    baseUrl,
    secrets: [apiKey],
    keySource: apiKeySource,
  });
  const session = new Session(settings, client, clock, state, serviceTime);
  state.sessions.set(name, session);
  return session;
}
