import { connection } from "../../../provider/rules/instance/connection";
import type { InstanceRecord } from "../../../provider/rules/instance/instance-record";

const running: InstanceRecord = {
  id: 1,
  actualStatus: "running",
  imageRuntype: "ssh_proxy",
  publicIpaddr: "203.0.113.5",
  sshHost: "ssh4.example.com",
  sshPort: 14812,
};

test("direct ssh wins where port 22 is mapped", () => {
  const record = { ...running, imageRuntype: "ssh_direc ssh_proxy", portMappings: { "22/tcp": 40022 } };
  expect(connection(record)).toEqual({
    portMappings: { "22/tcp": { host: "203.0.113.5", port: 40022 } },
    sshCommand: "ssh -p 40022 root@203.0.113.5",
  });
});

test("ssh goes through the proxy otherwise", () => {
  expect(connection(running)).toEqual({ sshCommand: "ssh -p 14812 root@ssh4.example.com" });
});

test("the proxy's port of a jupyter machine is one more", () => {
  expect(connection({ ...running, imageRuntype: "jupyter_proxy ssh_proxy" }).sshCommand).toBe(
    "ssh -p 14813 root@ssh4.example.com",
  );
});

test("direct jupyter has an address without a token", () => {
  const record = {
    ...running,
    imageRuntype: "jupyter_direc ssh_direc ssh_proxy",
    portMappings: { "8080/tcp": 40080, "22/tcp": 40022 },
    jupyterToken: "planted",
  };
  expect(connection(record)).toEqual({
    portMappings: {
      "8080/tcp": { host: "203.0.113.5", port: 40080 },
      "22/tcp": { host: "203.0.113.5", port: 40022 },
    },
    sshCommand: "ssh -p 40022 root@203.0.113.5",
    jupyterUrl: "https://203.0.113.5:40080/",
  });
});

test("an IPv6 address is in brackets in the link only", () => {
  const record = {
    ...running,
    publicIpaddr: "2001:db8::5",
    imageRuntype: "jupyter_direct",
    portMappings: { "8080/tcp": 1, "22/tcp": 2 },
  };
  expect(connection(record)).toMatchObject({
    sshCommand: "ssh -p 2 root@2001:db8::5",
    jupyterUrl: "https://[2001:db8::5]:1/",
  });
});

test("a service on port 8080 of an ssh machine is no jupyter", () => {
  const { jupyterUrl } = connection({ ...running, portMappings: { "8080/tcp": 40080 } });
  expect(jupyterUrl).toBeUndefined();
});

test("runtype args has no ssh", () => {
  expect(connection({ ...running, imageRuntype: "args", portMappings: { "80/udp": 7 } })).toEqual({
    portMappings: { "80/udp": { host: "203.0.113.5", port: 7 } },
  });
});

test.each([{ actualStatus: "loading" }, { actualStatus: undefined }, { actualStatus: "stopped" }])(
  "nothing is told of a machine that does not run: %j",
  (status) => {
    expect(connection({ ...running, portMappings: { "22/tcp": 40022 }, ...status })).toEqual({});
  },
);

test("missing fields leave their outputs out", () => {
  expect(connection({ id: 1, actualStatus: "running", portMappings: { "22/tcp": 4 } })).toEqual({});
  expect(connection({ ...running, sshHost: "", publicIpaddr: "" })).toEqual({});
});
