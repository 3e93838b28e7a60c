import { expect, it } from 'vitest';
import { textLimits as limits } from '../../src/domain/limits.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import { isUnseen } from '../../src/domain/unseen.ts';
import { AWKWARD, charactersOf } from '../support/awkward.ts';
import { go, narrow, type Person } from '../support/browser.ts';
import { befriend, type HttpUser, ok, signUp } from '../support/http-user.ts';
import { arrive, list } from '../support/person.ts';
import { shapeFaults } from '../support/proof/shape.ts';
import { drawn } from '../support/proof/drawn.ts';
import { sendUpload } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { until } from '../support/until.ts';
import { textFile } from '../support/uploads.ts';

const stage = setStage();

/** Elements that hostile text created in a page, except those that the server sent. */
const create = (person: Person): Promise<readonly string[]> =>
  person.page.evaluate(async () => {
    const sent = await (await fetch('/')).text();
    const match = document.querySelectorAll(
      'script:not([src]),iframe,object,embed,base,marquee,style[onload],meta[http-equiv],[onerror],[onload],[onfocus]',
    );
    return [...match]
      .filter(({ outerHTML }) => !sent.includes(outerHTML))
      .map(({ outerHTML }) => outerHTML.slice(0, 80));
  });

/**
 * Finds sideways scrolling, controls out of reach, and foreign elements. The name "undefined" is allowed
 * here.
 */
async function faultsAt(person: Person, where: string): Promise<readonly string[]> {
  const shape = (await shapeFaults(person.page, { touch: false, english: false })).filter(
    (fault) => !/^(?:not words|a key instead)/.test(fault),
  );
  return [...shape, ...(await create(person))].map((fault) => `${where}: ${fault}`);
}

/** The server takes a value or refuses it; both are right. */
async function attempt(calls: readonly (() => Promise<unknown>)[]): Promise<number> {
  let acceptedCount = 0;
  for (const call of calls)
    if (
      await call().then(
        () => true,
        () => false,
      )
    )
      acceptedCount += 1;
  return acceptedCount;
}

async function fill(me: HttpUser, other: HttpUser): Promise<number> {
  const fits = AWKWARD.filter(
    (words) => [...words].length <= limits.groupNameMax && charactersOf(words) !== '',
  );
  const groups = fits
    .filter((_, i) => i % 6 === 0)
    .map((name) => () => ok(other.call('/enterprise/group/add', { user_ids: [me.id], name })));
  const sends = AWKWARD.map(
    (content, i) => () =>
      ok(
        other.call('/enterprise/im/sendMessage', {
          id: `awkward-${i}`,
          toContactId: me.id,
          is_group: 0,
          type: 'text',
          content: toMarkup(content),
          at: [],
          sendTime: 0,
        }),
      ),
  );
  const files = AWKWARD.filter((_, i) => i % 12 === 0).map(
    (name) => () => sendUpload(other, String(me.id), 'file', textFile(name, 'words')),
  );
  expect(await attempt(groups)).toBeGreaterThan(10);
  expect(await attempt(files)).toBeGreaterThan(10);
  return attempt(sends);
}

/** Turns the wheel until nothing new appears. Collects the content in `seen`. */
async function scrolled(me: Person, wheel: number, seen: Set<string>): Promise<readonly string[]> {
  const { page, t } = me;
  const faults: string[] = [];
  await page.mouse.move(narrow.width / 2, narrow.height / 2);
  for (let quiet = 0; quiet < 8; quiet += 1) {
    for (const text of await page.getByRole('article').allTextContents()) {
      if (!seen.has(charactersOf(text))) quiet = 0;
      seen.add(charactersOf(text));
    }
    if (quiet === 0) faults.push(...(await faultsAt(me, 'chat')));
    await page.mouse.wheel(0, wheel);
    await drawn(page);
    await page.getByText(t('chat.loadingOlder')).waitFor({ state: 'detached' });
    await drawn(page);
  }
  return faults;
}

it(
  'SCREEN-5: two hundred texts, and names of people, groups and files, widen nothing and become nothing else',
  { timeout: 240_000 },
  async () => {
    const { url } = await stage.commonServer();
    const other = await signUp(url, `<b>'"B`);
    // The page is compared with a later one, and the server learns of its first account within a second.
    await until(async () => expect(await (await fetch(url)).text()).not.toContain('"noAccounts":true'));
    const me = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en', size: narrow }));
    me.page.on('dialog', (dialog) => me.faults.push(`a dialog: ${dialog.message()}`));
    await befriend(me.user, other);
    expect(await fill(me.user, other)).toBeGreaterThan(190);
    const faults: string[] = [];
    await list(me).getByRole('link').first().waitFor();
    await expect.poll(() => list(me).getByRole('link').count()).toBeGreaterThan(5);
    faults.push(...(await faultsAt(me, 'home')));

    // The whole chat, screen by screen from the end to the beginning; every text is met as it was written.
    await go(me, `/pages/message/chat?id=${other.id}`);
    const uniqueKeys = new Set<string>();
    await me.page.getByRole('article').first().waitFor();
    for (const wheel of [-500, 500]) faults.push(...(await scrolled(me, wheel, uniqueKeys)));
    const all = [...uniqueKeys].join('\n');
    // The server refuses invisible text (RULE-6).
    const visible = AWKWARD.filter((words) => !isUnseen(words));
    expect(visible.filter((words) => !all.includes(charactersOf(words)))).toEqual([]);

    for (const route of [
      `/pages/message/record?id=${other.id}`,
      `/pages/message/record?id=${other.id}&type=file`,
      `/pages/message/detail?id=${other.id}`,
      `/pages/contacts/detail?id=${other.id}`,
      '/pages/contacts/group',
      '/pages/contacts/index',
      '/?view=files',
      `/pages/index/search?type=1&keywords=${encodeURIComponent('<b>')}`,
      '/pages/index/userSelection?type=1',
    ]) {
      await go(me, route);
      await drawn(me.page);
      await me.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      faults.push(...(await faultsAt(me, route)));
    }
    expect([...new Set(faults)]).toEqual([]);
  },
);
