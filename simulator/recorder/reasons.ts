import { REASONS, say, type Reason } from '../../src/server/kernel/texts.ts';
import { VALUES } from '../plan/values.ts';

/** Texts that are never refusals: confirmations, mails and lines. */
export const NEVER_REFUSED: ReadonlySet<Reason> = new Set<Reason>([
  'codeSent',
  'codeSubject',
  'codeText',
  'accountSubject',
  'accountThereText',
  'accountMissingText',
  'siteClosedText',
  'localNet',
  'forwarded',
  'forwardPart',
  'messageUnreadable',
  'groupName',
  'renamed',
  'erasedName',
  'groupNotice',
]);

const exact = new Map<string, Reason>();
const shaped: (readonly [RegExp, Reason])[] = [];
for (const reason of REASONS) {
  const zh = say(reason, 'zh-CN');
  // A closed site's text is configurable.
  if (reason === 'siteClosed')
    for (const own of VALUES['sysInfo.closeTips'] ?? [])
      exact.set(own || say('siteClosedText', 'zh-CN'), reason);
  else if (!zh.includes('{')) exact.set(zh, exact.get(zh) ?? reason);
  else
    shaped.push([
      new RegExp(`^${zh.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.*')}$`),
      reason,
    ]);
}

/** The reason of a refusal, by its text; null for unknown texts. */
export function reasonOf(text: string): Reason | null {
  const reason = exact.get(text);
  if (reason !== undefined) return reason;
  return shaped.find(([shape]) => shape.test(text))?.[1] ?? null;
}

/** Refused by a limit, a timing or a missing item: this does not concern rights. */
export const OF_LIMITS: ReadonlySet<Reason | null> = new Set<Reason>([
  'tooOften',
  'away',
  'full',
  'readOnly',
  'interval',
  'quotaMessages',
  'quotaFiles',
  'quotaBytes',
  'quotaServer',
  'uploadsMany',
  'idTaken',
  'siteClosed',
  'callsOff',
  'reportsMany',
]);
