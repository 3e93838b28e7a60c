import { describe, expect, it } from 'vitest';
import { withSounds } from '../../src/app/shared/use-book.ts';
import { mentionable, ranked } from '../../src/app/screens/conversation/compose/use-mentions.ts';
import { addressBook, groupList } from '../../src/client/state/address-book.ts';
import { EMPTY_INDEX } from '../../src/client/state/contact-index.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { inNameOrder, indexLetter } from '../../src/domain/name-order.ts';
import { namePy } from '../../src/domain/initials.ts';
import { aContact } from '../support/contacts.ts';
import { userId } from '../../src/domain/ids.ts';

const SORTED = [
  '7 of 9',
  '10 of 9',
  'Ægir',
  'Anna Lake',
  'Émile',
  'eva',
  'Eva',
  'Éva',
  'Evelyn',
  'Łukasz',
  'Nr9',
  'Nr16',
  'Nr96',
  'Nr104',
  'Øystein',
  'Þór',
  'Ünal',
  'Vera',
  'Zoë',
  'Ярослав',
] as const;
const names = (all: readonly string[]) =>
  inNameOrder(
    all.map((name, id) => ({ name, id })),
    ({ name }) => name,
    ({ id }) => id,
  ).map(({ name }) => name);

/** Returns names as a server sends them, with letters for search. */
const holding = (kind: 'person' | 'group', all: readonly string[]): State => ({
  ...EMPTY,
  contacts: all
    .map((displayName, at) =>
      aContact(kind === 'group' ? `group-${at + 1}` : at + 1, {
        kind,
        displayName,
        index: '#',
        namePy: namePy(displayName),
      }),
    )
    .reduce((index, one) => index.with(one), EMPTY_INDEX),
});
const shuffled = SORTED.toReversed();

describe('the order of names', () => {
  it('LIST-18: accents, case and numbers have their place, in any order of arrival', () => {
    expect(names(shuffled)).toEqual([
      '7 of 9',
      '10 of 9',
      'Ægir',
      'Anna Lake',
      'Émile',
      'Eva',
      'eva',
      'Éva',
      ...SORTED.slice(8),
    ]);
    expect(names(['a2', 'a02', 'a1', 'a10', 'a 2', 'A2'])).toEqual(['a 2', 'a1', 'A2', 'a02', 'a2', 'a10']);
    expect(names([`x${'9'.repeat(40)}`, 'x1', '', '!'])).toEqual(['', '!', 'x1', `x${'9'.repeat(40)}`]);
  });

  it('LIST-18: letters are those of the name without its accents; other scripts have none', () => {
    const letters = {
      Ünal: 'U',
      Éva: 'E',
      Łukasz: 'L',
      Ægir: 'A',
      Œuvre: 'O',
      Đorđe: 'D',
      Ħal: 'H',
      Þór: 'T',
      ßeta: 'S',
      İpek: 'I',
      ılgaz: 'I',
      Əli: 'E',
      Ɗan: 'D',
      Ñu: 'N',
      Ａｎｎａ: 'A',
      ' ängstrom': 'A',
      '7 of 9': '#',
      '': '#',
      张伟: '#',
      Ярослав: '#',
      '😀 Anna': '#',
    };
    for (const [name, letter] of Object.entries(letters)) expect(indexLetter(name), name).toBe(letter);
  });

  it('LIST-18: contacts and groups are sorted alike, also from a server that sends other letters', () => {
    const book = addressBook(holding('person', shuffled));
    expect(book.map(({ letter }) => letter).join('')).toBe('AELNOTUVZ#');
    expect(book.find(({ letter }) => letter === 'N')?.contacts.map((one) => one.displayName)).toEqual([
      'Nr9',
      'Nr16',
      'Nr96',
      'Nr104',
    ]);
    expect(groupList(holding('group', shuffled)).map((one) => one.displayName)).toEqual(names(shuffled));
  });

  it('LIST-18: Chinese names change nothing in the order of the names without a letter', () => {
    const book = addressBook(holding('person', ['Ярослав', '10 of 9', '张伟', '7 of 9', 'Борис']));
    expect(
      withSounds(book).map(({ letter, contacts }) => [letter, ...contacts.map((one) => one.displayName)]),
    ).toEqual([
      ['Z', '张伟'],
      ['#', '7 of 9', '10 of 9', 'Борис', 'Ярослав'],
    ]);
  });

  it('LIST-18: mentions that match equally well are in order of name', () => {
    const members = shuffled.map((displayName, at) => ({
      user: userId(at + 1),
      role: 3 as const,
      displayName,
      account: '',
      namePy: '',
      avatar: '',
      mutedUntilSec: 0,
      inviter: undefined,
    }));
    const listOptions = (text: string) =>
      ranked(mentionable(members, 'Everyone', null), text).map((one) => one.displayName);
    expect(listOptions('')).toEqual(names(shuffled));
    expect(listOptions('nr')).toEqual(['Nr9', 'Nr16', 'Nr96', 'Nr104']);
    expect(listOptions('e').slice(0, 5)).toEqual(['Émile', 'Eva', 'eva', 'Éva', 'Evelyn']);
  });
});
