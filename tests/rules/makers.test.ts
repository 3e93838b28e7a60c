import { expect, it } from 'vitest';
import { readRepository } from '../support/house/repository.ts';
import { blank } from '../support/house/source-text.ts';

const repository = readRepository();
const MAKERS = 'tests/support/contacts.ts';

/** Names of the fields that every value of the interface has. */
function fieldsOf(path: string, name: string): readonly string[] {
  const source = repository.get(path) ?? '';
  const [, body = ''] = new RegExp(`interface ${name}\\b[^{]*\\{(.*?)\\n\\}`, 's').exec(source) ?? [];
  return [...body.matchAll(/^ {2}readonly (\w+):/gm)].map(([, field = '']) => field);
}

const CONTACT = 'src/domain/contact.ts';
const contactFacts = fieldsOf(CONTACT, 'ContactFacts');
const made: readonly (readonly [maker: string, fields: readonly string[]])[] = [
  ['aGroup', fieldsOf(CONTACT, 'GroupFacts')],
  ['facts', contactFacts],
  [
    'aContact',
    [
      ...contactFacts.filter((field) => field !== 'position'),
      ...fieldsOf('src/client/state/state.ts', 'Contact'),
    ],
  ],
  ['aMessage', fieldsOf('src/domain/message.ts', 'Message')],
];

/** The fields of each object literal, without those of the literals and calls inside. */
function literalsIn(source: string): readonly ReadonlySet<string>[] {
  const { codeOnly } = blank(source);
  const matches: Set<string>[] = [];
  const open: (Set<string> | null)[] = [];
  for (const [token, word] of codeOnly.matchAll(/(?<![\w.$])(\w+)(?=\s*[:,}])|[{([\])}]/g)) {
    if (word !== undefined) open.at(-1)?.add(word);
    else if (token === '{') {
      const fields = new Set<string>();
      open.push(fields);
      matches.push(fields);
    } else if ('(['.includes(token)) open.push(null);
    else open.pop();
  }
  return matches;
}

function literalFaults(path: string, source: string): readonly string[] {
  if (!path.startsWith('tests/') || path === MAKERS) return [];
  const names = made.filter(([, fields]) => fields.every((field) => source.includes(field)));
  const literals = names.length > 0 ? literalsIn(source) : [];
  return names
    .filter(([, fields]) => literals.some((literal) => fields.every((field) => literal.has(field))))
    .map(([maker]) => `${path} spells out every field: call ${maker} of ${MAKERS}`);
}

it('ARCH-10: tests make groups, contacts and messages with the makers', () => {
  expect(made.map(([, fields]) => fields.length > 5)).toEqual(made.map(() => true));
  expect([...repository].flatMap(([path, source]) => literalFaults(path, source))).toEqual([]);
});

it('ARCH-10: a literal with every field is found, in any order and nested', () => {
  for (const [maker, fields] of made) {
    const literal = `{ ${fields.toReversed().join(': call(1, { a }), ')}: 0 }`;
    const faults = literalFaults('tests/a.test.ts', `const chat = { group: ${literal} as const };`);
    expect(faults).toEqual([expect.stringContaining(maker)]);
    const partial = literal.replace(fields[0] ?? '', 'other');
    expect(literalFaults('tests/a.test.ts', `show(${partial});`)).toEqual([]);
  }
});
