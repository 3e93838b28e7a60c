// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { userId } from '../../src/domain/ids.ts';
import { firstLink } from '../../src/domain/link-preview.ts';
import { toMarkup, toPlain } from '../../src/domain/markup.ts';
import { richHtml } from '../../src/domain/rich-html.ts';
import { formatOf, isRich, unmarked } from '../../src/domain/rich-text.ts';
import { fitsFilter } from '../../src/domain/search-filter.ts';
import { wordsOf } from '../../src/server/files/held-file.ts';
import { linked } from '../../src/server/frames/plain.ts';
import { showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, message } from '../support/contacts.ts';

/** The written address, and the target of its link. */
const KIBANA = 'https://k.example/a#/d?_g=(time:(from:now,to:(now)))';
const WRITTEN = [
  [KIBANA, KIBANA],
  ['(see https://w.example/M_(planet)_orbit)', 'https://w.example/M_(planet)_orbit'],
  ['https://x.example/?y=[1]', 'https://x.example/?y=[1]'],
  ['[docs](https://k.example/#(a:(b:(c))))', 'https://k.example/#(a:(b:(c)))'],
  ["https://w.example/wiki/Moore's_law", "https://w.example/wiki/Moore's_law"],
  ['see www.example.org', 'http://www.example.org'],
  ['ask anna@x.example', 'mailto:anna@x.example'],
] as const;
const chat = aContact(2, { displayName: 'Two' });
/** The token of a group's code. */
const CODE = 'Zm9vYmFy';
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('article a')];
const hrefsIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => toPlain(href));

describe.each(WRITTEN)('%s', (written, href) => {
  const sentMessage = { content: toMarkup(written), extra: { ...formatOf(written) } };
  const isMail = href.startsWith('mailto:');

  it('RICH-10: is one link in a bubble', async () => {
    await showApp(
      scriptedClient(stateWith([chat], windowOf(chat, [message(1, sentMessage)]))),
      `/pages/message/chat?id=${chat.id}`,
    );
    await until(() =>
      expect([...document.querySelectorAll('article a')].map((one) => one.getAttribute('href'))).toEqual([
        href,
      ]),
    );
  });

  it('RICH-10, PREVIEW-1: has a card, unless it is a mail address', () => {
    expect(firstLink(sentMessage.content, sentMessage.extra)).toBe(isMail ? null : href);
  });

  it('RICH-10, SEARCH-14: is found by its address and among links', () => {
    const words = wordsOf(sentMessage);
    expect(toPlain(words)).toContain(isMail ? 'anna@x.example' : href);
    const row = { from: userId(1), sentAtMs: 1, type: 'text' } as const;
    expect(fitsFilter(row, words, { has: 'link' })).toBe(!isMail);
  });

  it('RICH-10, PUSH-12: keeps its signs in a notification and in the list', () => {
    expect(toPlain(unmarked(sentMessage.content, sentMessage.extra))).toBe(
      written.startsWith('[docs]') ? 'docs' : written,
    );
  });

  it('RICH-10, WIRE-19: leads clients of the base protocol there', () => {
    expect(hrefsIn(isRich(sentMessage.extra) ? richHtml(written) : linked(sentMessage.content))).toEqual([
      href,
    ]);
  });
});

describe('addresses of this installation', () => {
  it('LINK-2: open in this window, others in a new one', async () => {
    const written = [
      `${location.origin}/#/pages/message/link?msg_id=5`,
      `[the plan](${location.origin}/#/pages/message/link?msg_id=6)`,
      `${location.origin}/scan/g/${CODE}`,
      `${location.origin}/files/1`,
      'https://x.example/#/pages/message/link?msg_id=5',
      `${location.origin}1/#/pages/message/link?msg_id=5`,
    ].join(' ');
    const sentMessage = { content: toMarkup(written), extra: { ...formatOf(written) } };
    const client = scriptedClient(stateWith([chat], windowOf(chat, [message(1, sentMessage)])));
    const screen = await showApp(client, `/pages/message/chat?id=${chat.id}`);
    await until(() => expect(links()).toHaveLength(6));
    expect(links().map((one) => one.target)).toEqual(['', '', '', '_blank', '_blank', '_blank']);
    const [first, , code] = links();
    expect(code?.getAttribute('href')).toBe(`#/pages/index/scan?code=g/${CODE}`);
    if (first) await screen.press(first);
    await until(() => expect(location.hash).toContain('msg_id=5'));
  });
});
