import type { TemplateStore } from "./template-store";

const SERVICE_ACCOUNT = 1;

/** Public templates of the service itself, which every account sees. */
export function seedTemplates(store: TemplateStore, now: number): TemplateStore {
  const base = {
    tag: "latest",
    env: "-p 8080:8080 -e OPEN_BUTTON_PORT=8080",
    onstart: "",
    docker_login_repo: "",
    docker_login_user: "",
    docker_login_pass: "",
    recommended_disk_space: 16,
    extra_filters: { verified: { eq: true } },
    private: false,
  };
  store.create(
    {
      ...base,
      name: "PyTorch",
      image: "vastai/pytorch",
      runtype: "jupyter",
      jup_direct: true,
      use_ssh: true,
    },
    SERVICE_ACCOUNT,
    now,
    true,
  );
  store.create(
    { ...base, name: "Ubuntu", image: "vastai/base-image", runtype: "ssh", ssh_direct: true, use_ssh: true },
    SERVICE_ACCOUNT,
    now,
    true,
  );
  return store;
}
