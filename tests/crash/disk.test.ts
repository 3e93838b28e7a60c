import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { befriend, history, signUp } from '../support/http-user.ts';
import { freePort, killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';
import { limitedDisk, mayMount, mountedDisk, readOnly } from '../support/small-disk.ts';

afterEach(killServers);

const disks = [
  ['a file system that is full', mountedDisk] as const,
  ['a quota that is used up', limitedDisk] as const,
].slice(mayMount ? 0 : 1);
const away = {
  code: 502,
  msg: 'The server has no storage left. Nothing is lost, and your message will be sent again automatically',
  data: { retry_ms: 1_000 },
};

describe('a full disk', () => {
  it.each(disks)(
    'OPS-5: %s: sends and uploads are refused, reads continue; with space again all arrives, nothing twice',
    async (_, make) => {
      const disk = make();
      // Disables the limit of free space, because this small disk is meant to run full.
      const first = await startServer({
        dataDir: disk.folder,
        through: disk.through,
        env: { DISK_FLOOR_MB: '0' },
      });
      const [a, b] = [await signUp(first.url, 'anna'), await signUp(first.url, 'bela')];
      await befriend(a, b);
      const ready = async () =>
        (await (await fetch(`${first.url}/readyz`)).json()) as {
          readonly ready: boolean;
          readonly reasons: readonly string[];
        };
      const send = (id: string, n: number) =>
        a.call('/enterprise/im/sendMessage', {
          id,
          toContactId: String(b.id),
          is_group: 0,
          type: 'text',
          content: `${n} ${'x'.repeat(2_000)}`,
          sendTime: 0,
        });
      const upload = () =>
        a.upload(
          '/common/upload/uploadFile',
          { name: 'large.bin', bytes: new Uint8Array(8 * 1_048_576) },
          { message: JSON.stringify({ id: randomUUID(), toContactId: b.id, is_group: 0, type: 'file' }) },
        );

      disk.fill(first.pid);
      // A few messages still fit into existing pages.
      const accepted: string[] = [];
      let refused: { readonly id: string; readonly answer: unknown } | null = null;
      while (refused === null) {
        const id = randomUUID();
        const answer = await send(id, accepted.length);
        if (answer.code === 0) accepted.push(id);
        else refused = { id, answer };
        expect(accepted.length).toBeLessThan(5_000);
      }
      expect(refused.answer).toMatchObject(away);
      expect(await upload()).toMatchObject(away);
      await vi.waitUntil(async () => !(await ready()).ready, { timeout: 20_000, interval: 100 });
      expect((await ready()).reasons.join()).toBe(
        'the store cannot be written: the disk is full, or a limit of it is used up',
      );
      expect(
        (await history(b, String(a.id))).filter(({ type }) => type === 'text').map(({ id }) => id),
      ).toEqual(accepted);

      disk.free(first.pid);
      await vi.waitUntil(async () => (await ready()).ready, { timeout: 20_000, interval: 100 });
      expect((await send(refused.id, accepted.length)).code).toBe(0);
      expect((await send(refused.id, accepted.length)).code).toBe(0);
      expect((await upload()).code).toBe(0);
      expect(
        (await history(b, String(a.id))).filter(({ type }) => type === 'text').map(({ id }) => id),
      ).toEqual([...accepted, refused.id]);
      expect(await first.stop()).toBe(0);
    },
    120_000,
  );
});

const folders = [
  [
    'is a file',
    (): Parameters<typeof start> => {
      const folder = join(temporaryFolder(), 'data');
      writeFileSync(folder, '');
      return [folder];
    },
  ] as const,
  [
    'is on a disk that may only be read',
    (): Parameters<typeof start> => [temporaryFolder(), readOnly],
  ] as const,
  [
    'may not be written by this user',
    (): Parameters<typeof start> => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o555);
      return [folder];
    },
  ] as const,
  // Root may write everywhere, and not every machine lets us mount.
].filter((_, at) => at === 0 || (at === 1 ? mayMount : process.getuid?.() !== 0));

async function start(folder: string, through: readonly string[] = []) {
  return runToEnd('dist/server/main.js', [], { PORT: String(await freePort()), DATA_DIR: folder }, through);
}

describe('a folder that cannot be used', () => {
  it.each(folders)(
    'START-2: the data folder %s: one line, exit code 78, nothing half-done',
    async (_, make) => {
      const [folder, through] = make();
      const { code, stdout, stderr } = await start(folder, through);
      expect([code, stdout]).toEqual([78, '']);
      expect(stderr).toMatch(/^The data folder cannot be used \(DATA_DIR\): [^\n]+\n$/);
      if (through) expect(readdirSync(folder)).toEqual([]);
    },
    60_000,
  );

  it.each(mayMount ? ['data that may only be read'] : [])(
    'START-2: %s: one line, exit code 78, and it stays as it was',
    async () => {
      const folder = temporaryFolder();
      const first = await startServer({ dataDir: folder });
      await signUp(first.url, 'anna');
      expect(await first.stop()).toBe(0);
      const before = readdirSync(folder);
      const { code, stderr } = await start(folder, readOnly);
      expect(code).toBe(78);
      expect(stderr).toMatch(/^The data folder cannot be used \(DATA_DIR\): [^\n]+\n$/);
      expect(readdirSync(folder)).toEqual(before);
    },
    60_000,
  );
});
