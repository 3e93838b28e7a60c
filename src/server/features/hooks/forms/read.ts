import type { Dialect } from '../../../../domain/bots.ts';
import { alertsText, isAlerts, isOldGrafana, oldGrafanaText } from './alerts.ts';
import { discordText, isDiscord } from './discord.ts';
import { forgeText, isForge } from './forge.ts';
import { fromMarkdown } from './markdown.ts';
import { slackText } from './slack.ts';
import { type HookFields, objectOf, firstText, isFields, asText } from './values.ts';
import { beside, bold, lines, link } from './words.ts';

/** The answer that the sender of a form expects (HOOK-5). */
export type Reply = 'ok' | 'discord' | 'success';

export interface HookText {
  readonly text: string;
  readonly reply: Reply;
  /** The name that the sender gives itself. */
  readonly name: string;
}

/** HookFields of the request that say which form it is. */
export interface HookHeaders {
  /** `X-GitHub-Event` and its relatives. */
  readonly event: string;
  /** The last part of the address: `slack`, `github` or empty. */
  readonly form: string;
}

/** Line breaks and tabs inside of texts become escapes: many scripts write them as they are. */
function repaired(json: string): string {
  let isInside = false;
  let result = '';
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] as string;
    if (sign === '"') isInside = !isInside;
    if (sign === '\\') {
      result += sign + (json[at + 1] ?? '');
      at += 1;
    } else if (isInside && sign < ' ') {
      result += { '\n': '\\n', '\t': '\\t' }[sign] ?? '';
    } else result += sign;
  }
  return result;
}

function parsed(json: string): unknown {
  for (const text of [json, repaired(json)])
    try {
      return JSON.parse(text) as unknown;
    } catch {
      continue;
    }
  return undefined;
}

/** A form in parts as its `payload_json`, or as JSON of its fields; files are left out. Other bodies stay. */
export function textOfForm(body: string, type: string): string {
  const boundary = /^multipart\/form-data\b.*?boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary === undefined) return body;
  const fields: Record<string, string> = {};
  for (const part of body.split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    if (name !== undefined && !/\bfilename=/i.test(head))
      fields[name] = rest.join('\r\n\r\n').replace(/\r\n$/, '');
  }
  return fields['payload_json'] ?? fields['payload'] ?? JSON.stringify(fields);
}

/** Reads a body: JSON of every content type, a form with `payload`, a plain form, or plain text. */
export function fieldsIn(body: string, type: string): HookFields | null {
  const text = body.replace(/^\u{feff}/u, '').trim();
  if (text === '') return null;
  if (/^[{[]/.test(text)) {
    const json = parsed(text);
    // Some senders write a list with one entry.
    return isFields(json) ? json : Array.isArray(json) && isFields(json[0]) ? json[0] : null;
  }
  if (type.startsWith('text/plain')) return { text };
  if (!/^[\w.[\]-]+=/.test(text)) return null;
  const form = new URLSearchParams(text);
  const payload = form.get('payload') ?? form.get('payload_json');
  if (payload === null) return Object.fromEntries(form);
  const json = parsed(payload.trim());
  return isFields(json) ? json : null;
}

/** A monitor's own form, and any other with a usual name for its words. */
function otherText(fields: HookFields): string {
  const url = firstText(fields, 'url', 'web_url', 'link', 'htmlUrl');
  const title = firstText(fields, 'title', 'subject', 'summary', 'name');
  const words = firstText(fields, 'msg', 'message', 'body', 'description', 'value');
  const sentry = objectOf(objectOf(fields['data'])['event'] ?? objectOf(fields['data'])['issue']);
  const more = firstText(sentry, 'title', 'message');
  return lines(
    title && bold(link(title, url)),
    more && beside(bold(link(more, firstText(sentry, 'web_url', 'permalink', 'url')))),
    fromMarkdown(words),
    title || !url ? '' : url,
  );
}

/** GitLab's own form: the kind of event, the user, and what it is about. */
function gitlabText(fields: HookFields): string {
  const project = objectOf(fields['project']);
  const subject = objectOf(fields['object_attributes']);
  const who =
    firstText(fields, 'user_name', 'user_username') ||
    firstText(objectOf(fields['user']), 'name', 'username');
  const commits = Array.isArray(fields['commits']) ? (fields['commits'] as readonly unknown[]) : [];
  const kind = asText(fields['object_kind']).replaceAll('_', ' ');
  const head = beside(
    bold(link(firstText(project, 'path_with_namespace', 'name'), firstText(project, 'web_url'))),
    commits.length > 0
      ? `${who} pushed ${commits.length} commit${commits.length === 1 ? '' : 's'} to`
      : beside(who, firstText(subject, 'action', 'status'), kind),
    link(firstText(subject, 'title', 'ref', 'name'), firstText(subject, 'url')) || asText(fields['ref']),
  );
  return lines(
    head,
    ...commits.slice(0, 10).map((one) => {
      const commit = objectOf(one);
      return beside(
        '-',
        link(asText(commit['id']).slice(0, 7), asText(commit['url'])),
        firstText(commit, 'title', 'message').split('\n', 1)[0] ?? '',
      );
    }),
    fromMarkdown(firstText(subject, 'note')),
  );
}

const SENDER = ['username', 'alias'] as const;

/** Recognises the form by its fields and returns its words as a message (HOOK-3). */
export function hookText(fields: HookFields, { event, form }: HookHeaders, dialect: Dialect): HookText {
  const name = firstText(fields, ...SENDER);
  const of = (text: string, reply: Reply = 'ok'): HookText => ({ text: text.trim(), reply, name });
  if (form === 'github' || event !== '' || isForge(fields)) return of(forgeText(fields, event));
  if (isAlerts(fields)) return of(alertsText(fields));
  if (isOldGrafana(fields)) return of(oldGrafanaText(fields));
  if ('object_kind' in fields) return of(gitlabText(fields));
  const isSlack = ['text', 'attachments', 'blocks'].some((field) => field in fields);
  if (form !== 'slack' && !isSlack && isDiscord(fields)) return of(discordText(fields), 'discord');
  const isRocket = 'alias' in fields || 'roomId' in fields || 'tmid' in fields;
  if (isSlack || isRocket) return of(slackText(fields, dialect), isRocket ? 'success' : 'ok');
  return of(otherText(fields));
}
