import type { CheckFailure } from "../../rules/validation/check-failure";
import type { Call } from "../engine/call";
import type { EngineDiff } from "../engine/engine-diff";
import type { Properties } from "../engine/engine-values";
import { ManagedResource } from "../managed-resource";
import type { Checked, LifecycleHost } from "../resource-lifecycle";
import { checkAccess } from "../session/preview-access";
import type { Session } from "../session/session";
import { checkTemplate } from "./check";
import { createTemplate } from "./create";
import { diffTemplate } from "./diff";
import { readTemplate } from "./read";
import { removeTemplate } from "./remove";
import { updateTemplate } from "./update";

/** The lifecycle of a `Template`. */
export class TemplateLifecycle extends ManagedResource {
  constructor(host: LifecycleHost) {
    super(host, {
      create: createTemplate,
      read: readTemplate,
      update: updateTemplate,
      remove: removeTemplate,
    });
  }

  check(call: Call, olds: Properties, news: Properties): Checked {
    return checkTemplate(call, olds, news, this.host.randomBytes);
  }

  protected async lookAhead(session: Session, { report }: Call): Promise<readonly CheckFailure[]> {
    return checkAccess(session, report);
  }

  protected compare(_call: Call, olds: Properties, news: Properties): EngineDiff {
    return diffTemplate(olds, news);
  }
}
