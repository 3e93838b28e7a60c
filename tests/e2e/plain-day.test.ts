import { afterEach, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import { go, newPerson, type Person } from '../support/browser.ts';
import { MEDIA_FLAGS } from '../support/calls/people.ts';
import { password } from '../support/http-user.ts';
import { acceptFriend, createGroup } from '../support/people-pages.ts';
import { bubble, button, composer, login, messages, openChat, row, say, sees } from '../support/person.ts';
import { says } from '../support/plain-server/says.ts';
import { befriend, foundGroup, moveIn, type Someone } from '../support/plain-server/town.ts';
import { setStage } from '../support/stage.ts';
import { png } from '../support/uploads.ts';
import type { TextKey } from '../support/texts.ts';
import { PlainServer } from '../support/plain-server/server.ts';

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.woff2': 'font/woff2',
};

interface HostedPlain {
  readonly url: string;
  readonly plain: PlainServer;
  /** Closes every socket, as a restart of the server does. */
  cut(): void;
  close(): Promise<void>;
}

/** The scripted plain server on a port of this machine, with the built client in front of it. */
async function hostPlain(built = 'dist/client'): Promise<HostedPlain> {
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const plain = new PlainServer(url, Date.now);
  const sockets = new WebSocketServer({ server: http, path: '/wss' });
  sockets.on('connection', (socket) => {
    const line = plain.open(
      (text) => socket.send(text),
      () => socket.close(),
    );
    socket.on('message', (data: Buffer) => line.said(data.toString('utf8')));
    socket.on('close', () => line.closed());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname;
    const file =
      request.method === 'GET'
        ? await readFile(join(built, path === '/' ? 'index.html' : path)).catch(() => null)
        : null;
    if (file !== null) {
      response.setHeader(
        'content-type',
        KINDS[extname(path === '/' ? '.html' : path)] ??
          KINDS[path === '/' ? '.html' : ''] ??
          'application/octet-stream',
      );
      return void response.end(file);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = request.method === 'POST' ? Buffer.concat(chunks) : null;
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const match = await plain.fetch(
      new Request(`${url}${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, body }),
    );
    response.writeHead(match.status, Object.fromEntries(match.headers));
    response.end(Buffer.from(await match.arrayBuffer()));
  }

  return {
    url,
    plain,
    cut: () => {
      for (const socket of sockets.clients) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const stage = setStage(MEDIA_FLAGS);
const hosts: HostedPlain[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function enter(host: HostedPlain, who: Someone): Promise<Person> {
  const match = await newPerson(stage.browser, host.url, who.realname, { language: 'en' });
  const person = stage.watch({ ...match, account: who.account });
  await person.context.grantPermissions(['camera', 'microphone'], { origin: host.url });
  await go(person, '/');
  await login(person);
  return person;
}

const badge = (person: Person, name: string, count: number) =>
  row(person, name).getByLabel(person.t('a11y.unread', { count }));

async function choose(person: Person, at: ReturnType<typeof bubble>, what: TextKey): Promise<void> {
  await at.click({ button: 'right', position: { x: 20, y: 8 } });
  await person.page.getByRole('menuitem', { name: person.t(what), exact: true }).click();
}

/** A whole day of use, on a base-protocol server. */
it('PLAIN-1, PLAIN-2, PLAIN-4, PLAIN-5, PLAIN-6: a day on a plain server', { timeout: 300_000 }, async () => {
  const host = await hostPlain();
  hosts.push(host);
  const { plain } = host;
  const { town } = plain;
  const [anna, bert, cleo] = ['Anna Lake', 'Bert Hill', 'Cleo Moor'].map((name) =>
    moveIn(town, (name.split(' ')[0] ?? '').toLowerCase(), name, password),
  ) as [Someone, Someone, Someone];
  befriend(town, anna.id, bert.id);
  foundGroup(town, bert.id, [anna.id], 'Hiking');
  for (let line = 1; line <= 70; line += 1)
    await says(plain, line % 3 === 0 ? anna : bert, line % 3 === 0 ? bert.id : anna.id, `line ${line}`);

  // She logs in, finds her list, opens a chat and reads back to its beginning.
  const a = await enter(host, anna);
  await row(a, 'Hiking').waitFor();
  await badge(a, bert.realname, 47).waitFor();
  await openChat(a, bert.realname);
  await sees(a, bert.realname, 'line 70');
  await badge(a, bert.realname, 47).waitFor({ state: 'detached' });
  await messages(a, bert.realname).hover();
  await expect
    .poll(async () => {
      await a.page.mouse.wheel(0, -2_000);
      return bubble(a, bert.realname, 'line 1').count();
    })
    .toBe(1);
  await button(a, a.t('chat.toBottom')).click();
  await bubble(a, bert.realname, 'line 70').waitFor();

  // Both users are online: messages in both directions, reads, and a recall.
  const b = await enter(host, bert);
  await openChat(b, anna.realname);
  await say(b, anna.realname, 'good morning');
  await sees(a, bert.realname, 'good morning');
  await say(a, bert.realname, 'and to you');
  await sees(b, anna.realname, 'and to you');
  await bubble(a, bert.realname, 'and to you').getByText(a.t('chat.read'), { exact: true }).waitFor();
  await say(a, bert.realname, 'a slip');
  await sees(b, anna.realname, 'a slip');
  await choose(a, bubble(a, bert.realname, 'a slip'), 'menu.recall');
  await bubble(b, anna.realname, 'a slip').waitFor({ state: 'detached' });
  await messages(b, anna.realname)
    .getByText(b.t('chat.nameRecalled', { name: anna.realname }))
    .waitFor();
  await messages(a, bert.realname).getByText(a.t('chat.youRecalled')).waitFor();

  // A picture, drawn from the address that the server gave it.
  const drawn = messages(b, anna.realname)
    .getByRole('button', { name: b.t('media.openImage') })
    .locator('img');
  await button(a, a.t('plus.open')).click();
  const photo = a.page.getByRole('menuitem', { name: a.t('plus.photo'), exact: true });
  const [chooser] = await Promise.all([a.page.waitForEvent('filechooser'), photo.click()]);
  await chooser.setFiles([
    { name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from((await png(240, 160)).bytes) },
  ]);
  await button(a, a.t('attach.sendPictures', { count: 1 })).click();
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240);

  // A group, a mention in it, and words that go on from there.
  await go(b, '/');
  await createGroup(a, [bert.realname], 'Picnic');
  await row(b, 'Picnic').waitFor();
  await openChat(b, 'Picnic');
  await a.page.getByText(a.t('chat.members', { count: 2 })).waitFor();
  await go(a, '/');
  await composer(b, 'Picnic').pressSequentially('see you at noon @An');
  await b.page.getByRole('option', { name: anna.realname }).click();
  await composer(b, 'Picnic').press('Enter');
  await row(a, 'Picnic')
    .getByText(a.t('home.atMe', { count: 1 }))
    .waitFor();
  await openChat(a, 'Picnic');
  const question = messages(a, 'Picnic').getByRole('article').filter({ hasText: 'see you at noon' });
  await question.waitFor();
  await badge(a, 'Picnic', 1).waitFor({ state: 'detached' });
  await row(a, 'Picnic')
    .getByText(a.t('home.atMe', { count: 1 }))
    .waitFor({ state: 'detached' });
  await choose(a, question, 'menu.forward');
  await a.page.getByRole('checkbox', { name: bert.realname }).click();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('sel.forwardAction'), exact: true })
    .click();
  await row(b, anna.realname).getByText('see you at noon').waitFor();

  // Pinned and muted, and so it stays when the page is loaded again.
  await go(a, '/');
  const pinned = row(a, bert.realname).getByText(a.t('a11y.pinned'));
  const muted = row(a, bert.realname).getByLabel(a.t('a11y.muted'));
  for (const [what, mark] of [
    ['chatOp.pin', pinned],
    ['chatOp.mute', muted],
  ] as const) {
    await row(a, bert.realname).click({ button: 'right' });
    await a.page.getByRole('menuitem', { name: a.t(what), exact: true }).click();
    await mark.waitFor();
  }
  await a.page.reload();
  await pinned.waitFor();
  await muted.waitFor();

  // Another user sends a request and becomes a friend.
  await plain.as(cleo.id, '/enterprise/friend/add', { user_id: anna.id, remark: 'from the lake' });
  await acceptFriend(a, { ...b, name: cleo.realname });
  await go(a, '/');
  await row(a, cleo.realname).waitFor();
  await openChat(a, 'Hiking');
  await messages(a, 'Hiking').getByText('Bert Hill 创建了群聊').waitFor();
  await go(a, '/');
  await expect.poll(() => a.page.title()).not.toMatch(/\d/);

  // A call with sound, taken and ended.
  await go(a, '/');
  await openChat(a, bert.realname);
  await button(a, a.t('call.voice')).click();
  await button(b, b.t('call.accept')).click();
  for (const one of [a, b]) await one.page.getByRole('timer').filter({ visible: true }).waitFor();
  await button(b, b.t('call.hangUp')).click();
  for (const one of [a, b])
    await one.page.getByRole('timer').filter({ visible: true }).waitFor({ state: 'detached' });

  // The client requested nothing that this server lacks.
  expect(plain.missing).toEqual([]);
});
