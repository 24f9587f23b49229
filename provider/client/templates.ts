import { hasCode } from "../errors";
import type { Calls } from "./call";
import type { Reply } from "./reply";
import { isRecord } from "../rules/validation/is-record";
import { parseSuccess } from "./schema/success-reply";
import { secretsOfTemplate, toNewTemplateBody, toTemplateBody } from "./schema/template-body";
import { parseCreatedTemplate, parseEditedTemplate, parseTemplates } from "./schema/template-reply";
import { toWireFields } from "./schema/wire-names";
import type { ServiceClient } from "./service-client";

type TemplateCalls = Pick<
  ServiceClient,
  "findTemplates" | "createTemplate" | "editTemplate" | "deleteTemplate"
>;

/** Searching, creating, editing and deleting templates. */
export function templateCalls({ make }: Calls): TemplateCalls {
  return {
    findTemplates: async (filters, options) => {
      const call = {
        subject: "the templates",
        query: { select_filters: JSON.stringify(toWireFields(filters)) },
        parse: parseTemplates,
        exception: noMatch,
      };
      return await make("findTemplates", call, options);
    },

    createTemplate: async (body, options) => {
      const subject = `template ${JSON.stringify(body.name ?? "")}`;
      const call = {
        subject,
        body: toNewTemplateBody(body),
        secrets: secretsOfTemplate(body),
        parse: parseCreatedTemplate,
      };
      return make("createTemplate", call, options);
    },

    editTemplate: async (hashId, changes, options) => {
      const subject = `template ${hashId}`;
      const call = {
        subject,
        body: { hash_id: hashId, ...toTemplateBody(changes) },
        secrets: secretsOfTemplate(changes),
        parse: parseEditedTemplate,
      };
      return make("editTemplate", call, options);
    },

    deleteTemplate: async (id, options) => {
      const call = { subject: `template ${id}`, body: { template_id: id }, parse: parseSuccess };
      try {
        await make("deleteTemplate", call, options);
        return "deleted";
      } catch (error) {
        if (hasCode(error, "NOT_FOUND")) {
          return "gone";
        }
        throw error;
      }
    },
  };
}

/** A search that finds nothing says `success: false`, "No templates found", with or without an empty list. */
function noMatch({ status, saysFailure, sentence, word, json }: Reply): [] | undefined {
  const isEmpty = isRecord(json) && Array.isArray(json["templates"]) && json["templates"].length === 0;
  const saysNone = word === undefined && (isEmpty || /no templates? (were )?found/i.test(sentence ?? ""));
  return status === 200 && saysFailure && saysNone ? [] : undefined;
}
