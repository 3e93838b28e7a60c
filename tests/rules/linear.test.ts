import * as v from 'valibot';
import { expect, it } from 'vitest';
import { linkParts } from '../../src/domain/linkify.ts';
import { toPlain } from '../../src/domain/markup.ts';
import { withoutEnd } from '../../src/domain/text-end.ts';
import { linked } from '../../src/server/frames/plain.ts';
import { listOf, looseObject } from '../../src/wire/scalars.ts';

/** Large enough that quadratic time would never end. */
const LONG = 1_000_000;

it('WIRE-23: reading the text of a message costs its length, with any repeated signs', () => {
  expect(toPlain(`${'\n'.repeat(LONG)}x`)).toHaveLength(LONG + 1);
  expect(toPlain('<'.repeat(LONG))).toHaveLength(LONG);
  expect(toPlain('<img '.repeat(LONG / 5))).toHaveLength(LONG);
  expect(toPlain(`<img ${'alt="x '.repeat(LONG / 7)}`)).toHaveLength(5 + 7 * Math.floor(LONG / 7));
  expect(toPlain('&'.repeat(LONG))).toHaveLength(LONG);
});

it('WIRE-23: so do addresses with many closing characters, for base-protocol clients and ours', () => {
  const long = `http://a.test/${'.'.repeat(LONG)}b... https://a.test/${'('.repeat(LONG)}`;
  expect(linked(long).replaceAll(/<[^>]*>/g, '')).toBe(long);
  expect(
    linkParts(long)
      .map(({ text }) => text)
      .join(''),
  ).toBe(long);
  expect([withoutEnd('a.b.,', '.,'), withoutEnd('...', '.'), withoutEnd('', '.')]).toEqual(['a.b', '', '']);
});

it('WIRE-23: a list is counted before its items are read, also as text; an object as text has the limits of a frame', () => {
  let looked = 0;
  const three = listOf(
    v.pipe(
      v.unknown(),
      v.check(() => (looked += 1) > 0),
    ),
    3,
  );
  for (const long of [[1, 2, 3, 4], '1,2,3,4', '[1,2,3,4]', { 0: 1, 1: 2, 2: 3, 3: 4 }, '1,'.repeat(LONG)])
    expect(v.safeParse(three, long).success).toBe(false);
  expect(looked).toBe(0);
  expect([v.safeParse(three, '1,2,3').success, looked]).toEqual([true, 3]);
  for (const bad of [
    `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    `{"a":"${'x'.repeat(70_000)}"}`,
    Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, 1])),
  ])
    expect(v.safeParse(looseObject, bad).success).toBe(false);
  expect(v.parse(looseObject, '{"a":[1]}')).toEqual({ a: [1] });
});

it('WIRE-23: the words of a fragment are what they were', () => {
  expect(toPlain('<p>a</p><p>b<br/>c</p><h3>d</h3>')).toBe('a\nb\nc\nd');
  expect(toPlain('x<img src="u" alt="[smile]">y<IMG ALT="z" /><img src="v">')).toBe('x[smile]yz');
  expect(toPlain('1 < 2 > 1, <a href="x">&lt;b&gt;</a>&#65;&#x42;&nope;\n\n')).toBe('1  1, <b>AB&nope;');
});
