import { expect, it } from 'vitest';
import { inLanguages, joined, phrase, phraseIn, row } from '../../src/server/kernel/phrase.ts';
import { mailLanguages, say } from '../../src/server/kernel/texts.ts';

it('CONSOLE-8: a text is rendered once, with its facts in the same language', () => {
  const missing = phrase('answer.missing', { name: phrase('need.account') });
  expect(phraseIn(missing, 'en')).toBe('Missing: account');
  expect(phraseIn(missing, 'zh-CN')).toBe('缺少：账号');
  expect(phraseIn(joined([1, phrase('role.admin')]), 'zh-CN')).toBe('1、管理员');
  expect(phraseIn(row(7, 'anna', phrase('role.admin')), 'en')).toBe('7\tanna\tadministrator');
});

it('CONSOLE-8: signs inside a fact stay as they are', () => {
  const fault = phrase('answer.noAccount', { account: '{{account}} $& {x}' });
  expect(phraseIn(fault, 'en')).toBe('The account "{{account}} $& {x}" does not exist');
});

it('CONSOLE-8, UI-126: a name from right to left does not turn the number behind it', () => {
  const created = phrase('answer.userCreated', { account: 'שלום', id: 7 });
  expect(phraseIn(created, 'en')).toBe('Created \u2068שלום\u2069 (7)');
});

const inDays = (count: number, language: string) => phraseIn(phrase('answer.days', { count }), language);

it('CONSOLE-8: a number takes the plural form of the language', () => {
  expect([1, 2].map((count) => inDays(count, 'en'))).toEqual(['1 day', '2 days']);
  expect([1, 2].map((count) => inDays(count, 'zh-CN'))).toEqual(['1 天', '2 天']);
});

it('CONSOLE-8: a language that this build does not have reads English, and a stored zh Chinese', () => {
  expect(
    ['xx', 'en-XA', ''].map((language) => phraseIn(phrase('answer.days', { count: 1 }), language)),
  ).toEqual(['1 day', '1 day', '1 day']);
  expect(say('badBody', 'xx')).toBe(say('badBody', 'en'));
  expect(phraseIn(phrase('answer.days', { count: 1 }), 'zh')).toBe('1 天');
});

it.each([
  ['en', 'Anna, Bela'],
  ['ja', 'Anna、Bela'],
  ['ar', 'Anna، Bela'],
])('GROUP-16: a refusal joins names as its language does: %s', (language, names) => {
  expect(say('barredMember', language, { names: ['Anna', 'Bela'] })).toContain(names);
});

it('ACC-30: a mail is in the language of its reader and in English', () => {
  expect(mailLanguages('zh-CN')).toEqual(['zh-CN', 'en']);
  expect(mailLanguages('en')).toEqual(['en']);
  expect(mailLanguages()).toEqual(['zh-CN', 'en']);
  expect(inLanguages(phrase('push.poll'), ['zh-CN', 'en'], ' / ')).toBe('[投票] / [Poll]');
});
