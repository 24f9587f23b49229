/** How much of an endpoint is emulated, and which test holds it. */
export interface CoverageRow {
  /** Name of the route. */
  readonly route: string;
  readonly endpoint: string;
  readonly support: "supported" | "partial";
  /** What is missing of a partial one. */
  readonly missing?: string;
  /** File under `test/emulator/`. */
  readonly testedBy: string;
}

/** Every endpoint of the emulated service. */
export const COVERAGE: readonly CoverageRow[] = [
  {
    route: "offers.search",
    endpoint: "POST /api/v0/bundles/",
    support: "partial",
    missing: "reserved prices, bundling, templates as filters",
    testedBy: "offers.test.ts",
  },
  {
    route: "offers.search-asks",
    endpoint: "PUT /api/v0/search/asks/",
    support: "partial",
    missing: "select_cols",
    testedBy: "offers.test.ts",
  },
  {
    route: "asks.accept",
    endpoint: "PUT /api/v0/asks/{id}/",
    support: "partial",
    missing: "creation of volumes, checks of images and registries",
    testedBy: "asks.test.ts",
  },
  {
    route: "instances.list",
    endpoint: "GET /api/v1/instances/",
    support: "partial",
    missing: "select_cols",
    testedBy: "instances-list.test.ts",
  },
  {
    route: "instances.list-legacy",
    endpoint: "GET /api/v0/instances/",
    support: "supported",
    testedBy: "instances-list.test.ts",
  },
  {
    route: "instances.filters",
    endpoint: "GET /api/v0/instances/filters/",
    support: "partial",
    missing: "the values in use",
    testedBy: "instances-list.test.ts",
  },
  {
    route: "instances.read",
    endpoint: "GET /api/v0/instances/{id}/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.change",
    endpoint: "PUT /api/v0/instances/{id}/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.change-many",
    endpoint: "PUT /api/v0/instances/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.start-many",
    endpoint: "POST /api/v0/instances/start/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.destroy",
    endpoint: "DELETE /api/v0/instances/{id}/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.destroy-many",
    endpoint: "DELETE /api/v0/instances/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.reboot",
    endpoint: "PUT /api/v0/instances/reboot/{id}/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.recycle",
    endpoint: "PUT /api/v0/instances/recycle/{id}/",
    support: "supported",
    testedBy: "instances.test.ts",
  },
  {
    route: "instances.update-container",
    endpoint: "PUT /api/v0/instances/update_template/{id}/",
    support: "partial",
    missing: "the service documents little of it",
    testedBy: "instances.test.ts",
  },
  {
    route: "bids.change",
    endpoint: "PUT /api/v0/instances/bid_price/{id}/",
    support: "supported",
    testedBy: "bids.test.ts",
  },
  {
    route: "templates.search",
    endpoint: "GET /api/v0/template/",
    support: "partial",
    missing: "select_cols, order_by",
    testedBy: "templates.test.ts",
  },
  {
    route: "templates.create",
    endpoint: "POST /api/v0/template/",
    support: "supported",
    testedBy: "templates.test.ts",
  },
  {
    route: "templates.edit",
    endpoint: "PUT /api/v0/template/",
    support: "supported",
    testedBy: "templates.test.ts",
  },
  {
    route: "templates.edit-v1",
    endpoint: "PUT /api/v1/template/",
    support: "partial",
    missing: "undocumented; as the official client sends it",
    testedBy: "templates.test.ts",
  },
  {
    route: "templates.delete",
    endpoint: "DELETE /api/v0/template/",
    support: "supported",
    testedBy: "templates.test.ts",
  },
  {
    route: "account.read",
    endpoint: "GET /api/v0/users/current/",
    support: "partial",
    missing: "billing details",
    testedBy: "account.test.ts",
  },
  {
    route: "secrets.list",
    endpoint: "GET /api/v0/secrets/",
    support: "supported",
    testedBy: "account.test.ts",
  },
  {
    route: "secrets.create",
    endpoint: "POST /api/v0/secrets/",
    support: "partial",
    missing: "the limit of variables",
    testedBy: "account.test.ts",
  },
  {
    route: "secrets.change",
    endpoint: "PUT /api/v0/secrets/",
    support: "supported",
    testedBy: "account.test.ts",
  },
  {
    route: "secrets.delete",
    endpoint: "DELETE /api/v0/secrets/",
    support: "supported",
    testedBy: "account.test.ts",
  },
  { route: "ssh-keys.list", endpoint: "GET /api/v0/ssh/", support: "supported", testedBy: "account.test.ts" },
  {
    route: "ssh-keys.create",
    endpoint: "POST /api/v0/ssh/",
    support: "partial",
    missing: "team accounts, checks of the key",
    testedBy: "account.test.ts",
  },
  {
    route: "ssh-keys.delete",
    endpoint: "DELETE /api/v0/ssh/{id}/",
    support: "supported",
    testedBy: "account.test.ts",
  },
  {
    route: "volumes.list",
    endpoint: "GET /api/v0/volumes/",
    support: "partial",
    missing: "creation, search and deletion of volumes",
    testedBy: "account.test.ts",
  },
];
