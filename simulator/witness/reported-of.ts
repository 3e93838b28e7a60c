import type { EventFacts } from '../../src/ports/store.ts';
import type { ReportedThing } from '../oracle/report-deeds.ts';
import { number, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, ToldDeed } from './told-deed.ts';
import type { Ran, ReportWritten } from './witnessed.ts';

/** The subject of a report, from a request or a row; null if it is none of the three. */
export function thingOf(kind: string, id: string): ReportedThing | null {
  if (kind === 'message') return { kind, id };
  if (kind === 'person') return { kind, person: number(id) };
  return kind === 'group' ? { kind, chat: id } : null;
}

/** Reports by users, and decisions by the operator. */
export const reported = (ran: Ran, at: number, requests: Requests): readonly ToldDeed[] =>
  (ran.reports ?? []).flatMap((one) => toldOf(one, at, requests));

function toldOf(one: ReportWritten, at: number, requests: Requests): readonly ToldDeed[] {
  if (one.what === 'decided')
    return [{ deed: { do: 'decideReport', by: null, report: one.id }, asked: null }];
  const { reporter: by, kind, about: id } = one.row;
  const about = thingOf(kind, id);
  if (about === null) return [];
  const fits = (body: RequestBody): boolean =>
    JSON.stringify(thingOf(textOf(body['kind']), textOf(body['id']).trim())) === JSON.stringify(about);
  return [
    { deed: { do: 'report', by, report: one.id, about }, asked: requests.some('report', at, by, fits) },
  ];
}

/** A line removed by a decision about a report; null for any other. */
export const goneByHouse = (facts: EventFacts, { reports = [] }: Ran): ToldDeed | null =>
  facts.kind === 'delete' && reports.some(({ what }) => what === 'decided')
    ? {
        deed: { do: 'vanish', by: null, row: (facts satisfies Facts<'delete'>).msgId, byHouse: true },
        asked: null,
      }
    : null;
