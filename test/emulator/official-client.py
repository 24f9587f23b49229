"""Drives an emulated service with the service's official client. Prints one JSON line per step."""

import json
import sys
import time

from vastai.api import auth, billing, instances, keys, offers
from vastai.api.client import VastClient

client = VastClient(api_key=sys.argv[2], server_url=sys.argv[1], retry=3)


def show(step, value):
    print(json.dumps({"step": step, "value": value}), flush=True)


def settle(instance_id, wanted):
    """Reads an instance until its status is one of those wanted."""
    for _ in range(200):
        status = instances.show_instance(client, instance_id)["actual_status"]
        if status in wanted:
            return status
        time.sleep(0.02)
    return "never " + " or ".join(wanted)


show("account", billing.show_user(client)["id"])
show("ssh keys", len(keys.show_ssh_keys(client)))

query = {"gpu_name": {"in": ["RTX 4090", "RTX 3090"]}, "num_gpus": {"eq": "1"}, "reliability2": {"gte": "0.9"}}
found = offers.search_offers(client, dict(query), order=[["dph_total", "asc"]], limit=3, storage=20.0)
show("offers are cheapest first", [o["dph_total"] for o in found] == sorted(o["dph_total"] for o in found))
show("offers", len(found) > 0)
show("bid offers", all(o["is_bid"] for o in offers.search_offers(client, dict(query), offer_type="bid")))
show("new search", len(offers.search_offers_new(client, dict(query), limit=2)) > 0)

template = offers.create_template(client, name="official", image="pytorch/pytorch", env="-e A=1 -p 8080:8080", disk_space="12")
show("template", sorted(template["template"]))
hash_id = template["template"]["hash_id"]
edited = offers.update_template(client, hash_id, name="official", image="pytorch/pytorch", env="-e A=2", disk_space="12")
show("template keeps its id", edited["template"]["id"] == template["template"]["id"])
show("template has a new hash", edited["template"]["hash_id"] != hash_id)

created = instances.create_instance(
    client, found[0]["id"], template_hash=edited["template"]["hash_id"], disk=16, label="official", env={"B": "3"}
)
instance_id = created["new_contract"]
show("rented", created["success"])
show("status", settle(instance_id, ["running"]))
record = instances.show_instance(client, instance_id)
show("environment is merged", [record["extra_env"].get("A"), record["extra_env"].get("B")])
show("list", [row["label"] for row in instances.show_instances(client)])
instances.label_instance(client, instance_id, "renamed")
show("label", [row["id"] == instance_id for row in instances.show_instances(client, {"label": {"eq": "renamed"}})])
instances.stop_instance(client, instance_id)
show("stopped", settle(instance_id, ["exited"]))
instances.start_instance(client, instance_id)
show("started", settle(instance_id, ["running"]))
instances.reboot_instance(client, instance_id)
instances.recycle_instance(client, instance_id)
instances.update_instance(client, instance_id, image="busybox")
show("updated", settle(instance_id, ["running"]))

bid = offers.search_offers(client, dict(query), offer_type="bid", order=[["min_bid", "asc"]])[0]
interruptible = instances.create_instance(client, bid["id"], image="busybox", price=bid["min_bid"] + 0.05)["new_contract"]
instances.change_bid(client, interruptible, bid["min_bid"] + 0.1)
show("bid", instances.show_instance(client, interruptible)["is_bid"])

auth.create_env_var(client, "hf_home", "cache")
show("account variables", sorted(auth.show_env_vars(client)))

instances.destroy_instance(client, instance_id)
instances.destroy_instance(client, [interruptible])
show("destroyed", [instances.show_instance(client, instance_id), instances.show_instances(client)])
offers.delete_template(client, template_id=edited["template"]["id"])
show("template is gone", offers.search_templates(client, {"id": {"eq": edited["template"]["id"]}}))
