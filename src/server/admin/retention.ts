import { groupId } from '../../domain/ids.ts';
import type { GroupId } from '../../domain/ids.ts';
import { RETENTION_DAYS as limits } from '../../domain/retention.ts';
import type { ReadTx } from '../../ports/store.ts';
import { type Phrase, phrase, row } from '../kernel/phrase.ts';
import { AdminError, change, need } from './admin.ts';
import type { AdminCommand } from './admin.ts';

export const daysText = (days: number): Phrase => phrase('answer.days', { count: days });

/** The server's retention in days; null: permanent (CONF-17). */
async function ofHouse(tx: ReadTx): Promise<number | null> {
  const { msgClear, msgClearDay } = (await tx.config.get()).config.chatInfo;
  return msgClear ? msgClearDay : null;
}

function groupOf(text: string): GroupId {
  const number = /^(?:group-)?([1-9]\d{0,8})$/.exec(text.trim())?.[1];
  if (number === undefined) throw new AdminError(phrase('answer.whichGroup'));
  return groupId(Number(number));
}

function daysOf(text: string): number {
  const days = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (days === 0 || (days >= limits.min && days <= limits.max)) return days;
  throw new AdminError(phrase('answer.badDays', { min: limits.min, max: limits.max }));
}

/** Retention of messages: the server's by the configuration, a single group's here (RETAIN-1). */
export const RETENTION: readonly AdminCommand[] = [
  {
    words: 'retention list',
    synopsis: '',
    isReading: true,
    execute: async ({ store }) =>
      store.read(async (tx) => {
        const house = await ofHouse(tx);
        const own = [...(await tx.groups.retained())];
        return [
          row(phrase('answer.everywhere'), house === null ? phrase('answer.forGood') : daysText(house)),
          ...own.map(([id, days]) => row(`group-${id}`, daysText(Math.min(days, house ?? days)))),
        ];
      }),
  },
  {
    words: 'retention set',
    synopsis: '<group> <days>',
    execute: async (admin, args) => {
      const id = groupOf(need(args, 0, 'group'));
      const days = daysOf(need(args, 1, 'days'));
      await change(admin, 'retention set', async (tx, _, tell) => {
        if (!(await tx.groups.byId(id))) throw new AdminError(phrase('answer.noGroup', { group: id }));
        const house = await ofHouse(tx);
        if (house !== null && days > house)
          throw new AdminError(phrase('answer.daysTooMany', { house: daysText(house) }));
        const was = (await tx.groups.retained()).get(id) ?? 0;
        await tx.groups.retain(id, days);
        tell({ about: `group ${id}`, facts: { days, was } });
      });
      return [
        days === 0
          ? phrase('answer.retainedAsAll', { group: id })
          : phrase('answer.retained', { group: id, days: daysText(days) }),
      ];
    },
  },
];
