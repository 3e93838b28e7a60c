import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { silentLog } from '../../src/ports/log.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { post, signUp } from '../support/http-user.ts';
import type { HttpUser } from '../support/http-user.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/** `npm run test:uploads` sends a whole GiB; the tests of every day less. */
const MEGABYTES = Number(process.env['UPLOAD_MEGABYTES'] ?? 64);
const GROWTH_MAX = 64;

let server: TestServer;
let user: HttpUser;
let token: string;
beforeAll(async () => {
  const dataDir = temporaryFolder();
  const store = await openStore({
    path: join(dataDir, 'parley.db'),
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
  });
  await store.write((tx) =>
    tx.config.set({
      ...DEFAULT_CONFIG,
      sysInfo: { ...DEFAULT_CONFIG.sysInfo, regtype: 1 },
      fileUpload: { ...DEFAULT_CONFIG.fileUpload, sizeMb: 2_048 },
    }),
  );
  await store.close();
  server = await startServer({ dataDir });
  user = await signUp(server.url, 'Ann');
  const login = await post<{ readonly authToken: string }>(server.url, '/common/pub/login', {
    account: user.account,
    password: 'secret-11',
  });
  token = login.data.authToken;
}, 60_000);
afterAll(() => server.stop());

/** Memory of the server that is its own, in MiB. */
const resident = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** A form with one file, part by part and without a promised length. */
async function uploadChunked(
  megabytes: number,
  watch: () => void,
): Promise<{ readonly code: number; readonly data: { readonly size: number; readonly src: string } }> {
  const to = request(`${server.url}/common/upload/uploadFile`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=edge' },
  });
  const answered = once(to, 'response');
  to.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  const part = Buffer.alloc(1_024 * 1_024, 'large ');
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (!to.write(part)) await once(to, 'drain');
    watch();
  }
  to.end('\r\n--edge--\r\n');
  const [answer] = (await answered) as [AsyncIterable<Buffer>];
  const parts: Buffer[] = [];
  for await (const piece of answer) parts.push(piece);
  return JSON.parse(Buffer.concat(parts).toString()) as Awaited<ReturnType<typeof uploadChunked>>;
}

it(
  `UP-SRV-1: ${MEGABYTES} MiB in parts without a promised length leave the memory flat, and come back whole`,
  { timeout: 600_000 },
  async () => {
    // Uploads once before the measurement, because code that loads with the first upload is not growth.
    expect((await uploadChunked(8, () => undefined)).code).toBe(0);
    const before = resident();
    let most = before;
    const { code, data } = await uploadChunked(MEGABYTES, () => (most = Math.max(most, resident())));
    expect(code).toBe(0);
    expect(data.size).toBe(MEGABYTES * 1_024 * 1_024);
    expect(most - before).toBeLessThan(GROWTH_MAX);
    const back = await fetch(server.url + data.src);
    let bytes = 0;
    for await (const piece of back.body ?? []) {
      bytes += (piece as Uint8Array).byteLength;
      most = Math.max(most, resident());
    }
    expect(bytes).toBe(data.size);
    expect(most - before).toBeLessThan(GROWTH_MAX);
    process.stdout.write(
      `${MEGABYTES} MiB: ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most\n`,
    );
  },
);
