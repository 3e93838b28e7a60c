import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { root } from '../support/house/repository.ts';
import { befriend, history, ok, signUp, signIn, type HttpUser } from '../support/http-user.ts';
import { killServers, startServer, temporaryFolder } from '../support/server.ts';

afterEach(killServers);

const SOURCES = [
  'src',
  'machines',
  'public',
  'docs/rules',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'tests/support/longest-first.ts',
];
const END = '];\n\nexport const newestOf';
const NEXT = `  {
    kind: 'filling',
    version: 1002,
    keepsOlder: true,
    statements: (db) => [db.schema.alterTable('messages').addColumn('size', 'bigint')],
    table: 'messages',
    key: ['msg_id'],
    step: (db, rows) => [
      (db as any).updateTable('messages')
        .set((e: any) => ({ size: e.fn('length', ['content']) })).where(rows),
    ],
  },
`;

let newest = '';

/** A server built from the same sources with one more change of the schema. */
beforeAll(() => {
  const copy = temporaryFolder();
  for (const part of SOURCES) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const list = join(copy, 'src/server/storage/schema/migrations.ts');
  const text = readFileSync(list, 'utf8');
  expect(text).toContain(END);
  writeFileSync(list, text.replace(END, `${NEXT}${END}`));
  execFileSync(
    join(root, 'node_modules/.bin/vite'),
    ['build', '--ssr', '--outDir', 'dist/server', '--logLevel', 'error'],
    { cwd: copy, env: { ...process.env, NODE_ENV: 'production', VITEST: undefined } },
  );
  newest = join(copy, 'dist/server/main.js');
}, 120_000);

const say = (by: HttpUser, to: HttpUser, content: string) =>
  ok(
    by.call('/enterprise/im/sendMessage', {
      id: content,
      toContactId: to.id,
      is_group: 0,
      type: 'text',
      content,
    }),
  );

it('START-16: a server is upgraded, killed during it, goes one version back and forward', async () => {
  const dataDir = temporaryFolder();
  const wrong = () => {
    const db = new SqliteConnection(join(dataDir, 'parley.db'), { readOnly: true });
    const [row] = db.execute('select count(*) as many from messages where size is null');
    db.close();
    return (row as { readonly many: number }).many;
  };
  const before = await startServer({ dataDir });
  const [anna, bela] = [await signUp(before.url, 'anna'), await signUp(before.url, 'bela')];
  await befriend(anna, bela);
  await say(anna, bela, 'by the version before');
  expect(await before.stop()).toBe(0);

  const upgraded = await startServer({ dataDir, script: newest });
  await say(await signIn(upgraded.url, anna.account), bela, 'by the newest');
  await upgraded.kill();
  const back = await startServer({ dataDir });
  await say(await signIn(back.url, anna.account), bela, 'one version back');
  expect(await back.stop()).toBe(0);

  const again = await startServer({ dataDir, script: newest });
  const events = await history(await signIn(again.url, bela.account), String(anna.id));
  expect(events.map(({ content }) => content).slice(-3)).toEqual([
    'by the version before',
    'by the newest',
    'one version back',
  ]);
  await expect.poll(wrong, { timeout: 20_000 }).toBe(0);
  expect(await again.stop()).toBe(0);
}, 120_000);
