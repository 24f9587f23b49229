import { json } from "../model/replies";
import type { Route } from "../model/route";

/** The account's volumes, read-only. */
export const VOLUME_ROUTES: readonly Route[] = [
  {
    name: "volumes.list",
    method: "GET",
    path: "/api/v0/volumes/",
    bareSlash: true,
    pace: { intervalSeconds: 5.5 },
    inInterface: false,
    handle: ({ account }) =>
      json(200, {
        success: true,
        volumes: account.volumes.map((volume) => ({ id: volume.id, machine_id: volume.machineId, size: 50 })),
      }),
  },
];
