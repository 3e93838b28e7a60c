import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { go, newPerson } from '../support/browser.ts';
import { button, field, openChat, row, say, sees } from '../support/person.ts';
import { VISITOR } from '../support/plain-server/settle.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
});

/** `npm run dev -- --plain`, up to the address that it prints. */
async function develop(): Promise<string> {
  const child = spawn(process.execPath, ['src/tools/dev.mjs', '--plain'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('no address was printed');
}

it('PLAIN-6: the development page runs on the scripted plain server, without any other', async () => {
  const url = await develop();
  const a = stage.watch(await newPerson(stage.browser, url, 'Anna Lake', { language: 'en', worker: true }));
  await go(a, '/');
  await field(a, a.t('login.account')).fill(VISITOR.account);
  await field(a, a.t('login.password')).fill(VISITOR.password);
  await button(a, a.t('login.submit')).click();
  await row(a, 'Hiking')
    .getByText(a.t('home.atMe', { count: 1 }))
    .waitFor();
  await openChat(a, 'Bert Hill');
  await sees(a, 'Bert Hill', 'line 60');
  await say(a, 'Bert Hill', 'hello');
  await a.page.evaluate(async () => {
    const { town } = window.plain;
    const [anna, bert] = [...town.people.values()];
    await window.plain.as(bert?.id ?? 0, '/enterprise/im/sendMessage', {
      id: 'x1',
      toContactId: anna?.id,
      is_group: 0,
      type: 'text',
      content: 'hi there',
      fromUser: { id: bert?.id },
      sendTime: town.nowMs(),
    });
  });
  await sees(a, 'Bert Hill', 'hi there');
  expect(await a.page.evaluate(() => window.plain.missing)).toEqual([]);
});
