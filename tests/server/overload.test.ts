import { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { Store } from '../../src/ports/store.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import { listen } from '../../src/server/node-host-adapter.ts';
import { createLateness } from '../../src/server/platform/late-adapter.ts';
import { Lane } from '../../src/server/storage/engine/lane.ts';
import { localUploads, textFile, upload } from '../support/uploads.ts';
import { startWorld, type World, type WorldOptions } from '../support/world.ts';

let world: World;
afterEach(() => world.close());

describe('more than can be done', () => {
  let waited = 0;
  let reads = 0;
  const slow = (store: Store): Store => ({
    write: (work) => store.write(work),
    read: (work) => {
      reads += 1;
      return store.read(work);
    },
    epoch: () => store.epoch(),
    queueWaitMs: () => waited,
    close: () => store.close(),
  });
  const begin = async (options: WorldOptions = {}) => {
    waited = 0;
    world = await startWorld({ store: slow, ...options });
    return world.person('anna');
  };

  it('LIMIT-10: while others wait for over a second a call is refused at once, without a query', async () => {
    const anna = await begin();
    const ask = () => world.call<{ readonly retry_ms: number }>(anna, 'im/getContacts');
    waited = 1_000;
    expect((await ask()).code).toBe(0);
    waited = 1_001;
    const before = reads;
    const refused = await ask();
    expect(refused).toMatchObject({ code: 502 });
    expect(refused.data.retry_ms).toBeGreaterThanOrEqual(1_000);
    expect(refused.data.retry_ms).toBeLessThanOrEqual(3_000);
    expect(reads).toBe(before);
    waited = 0;
    expect((await ask()).code).toBe(0);
  });

  it('LIMIT-10: the bound is a setting', async () => {
    const anna = await begin({ settings: { waitMs: 200 } });
    waited = 201;
    expect(await world.code(anna, 'im/getContacts')).toBe(502);
  });

  it('LIMIT-10: a host need not parse the request: the same refusal, and other answers continue', async () => {
    const anna = await begin();
    let acceptedCount = 0;
    const node: ParleyServer = {
      ...world.server,
      fetch: (request, peer) => ((acceptedCount += 1), world.server.fetch(request, peer)),
      call(...given) {
        const saying = world.server.call(...given);
        if (saying) acceptedCount += 1;
        return saying;
      },
    };
    const host = await listen(node, {
      host: '127.0.0.1',
      port: 0,
      trustProxy: false,
      publicUrl: null,
      allowOrigins: [],
    });
    const ask = (path: string, accepts = 'en') =>
      fetch(`http://127.0.0.1:${host.port}${path}`, {
        method: 'POST',
        headers: {
          authorization: anna.token,
          'accept-language': accepts,
          'content-type': 'application/json',
        },
        body: '{}',
      });
    waited = 1_001;
    const inside = await world.call(anna, 'im/getContacts', {}, { 'accept-language': 'en' });
    const outside = await ask('/Enterprise/im/getContacts');
    expect(outside.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await outside.json()).toEqual(inside);
    expect(inside.msg).not.toBe(
      ((await (await ask('/enterprise/im/getContacts', 'zh-CN')).json()) as { readonly msg: string }).msg,
    );
    expect(acceptedCount).toBe(0);
    expect((await ask('/healthz')).status).toBe(404);
    waited = 0;
    expect(await (await ask('/enterprise/im/getContacts')).json()).toMatchObject({ code: 0 });
    expect(acceptedCount).toBe(2);
    await host.stop();
    await begin();
  });

  it('LIMIT-10: a refusal leaves when the turn is over: who asks again at once is not heard within it', async () => {
    await begin();
    const lines: string[] = [];
    const node = {
      ...world.server,
      refusal(accepts: string | null) {
        lines.push('asked');
        setImmediate(() => lines.push('the turn is over'));
        return world.server.refusal(accepts);
      },
    };
    const host = await listen(node, {
      host: '127.0.0.1',
      port: 0,
      trustProxy: false,
      publicUrl: null,
      allowOrigins: [],
    });
    const end = vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
      this: ServerResponse,
      text: unknown,
    ) {
      lines.push('answered');
      end.mockRestore();
      return this.end(text);
    });
    waited = 1_001;
    await fetch(`http://127.0.0.1:${host.port}/enterprise/im/getContacts`, { method: 'POST', body: '{}' });
    expect(lines).toEqual(['asked', 'the turn is over', 'answered']);
    await host.stop();
    await begin();
  });

  it('LIMIT-10: how long the first one waits is known, for the store and for the processor', async () => {
    await begin();
    const clock = createVirtualClock();
    const lane = new Lane(clock, 9);
    await lane.enter(null);
    const next = [lane.enter(null), lane.enter(null)];
    expect(lane.waitMs).toBe(0);
    await clock.advance(300);
    expect(lane.waitMs).toBe(300);
    lane.leave();
    await next[0];
    lane.leave();
    await next[1];
    expect(lane.waitMs).toBe(0);
    const late = createLateness();
    for (const began = performance.now(); performance.now() - began < 200;) JSON.stringify(began);
    expect(late.nowMs()).toBeGreaterThanOrEqual(100);
  });
});

describe('room on the disk', () => {
  it('LIMIT-14: with little space left uploads are refused for now, and messages continue', async () => {
    const uploads = await localUploads();
    world = await startWorld({
      uploads: { ...uploads, files: { ...uploads.files, freeBytes: () => Promise.resolve(1_000_000_000) } },
    });
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    expect(await upload(world, anna, { file: textFile('x.txt', 'x') })).toMatchObject({
      code: 502,
      data: { retry_ms: 60_000 },
    });
    expect((await world.send(anna, bela.id, 'x', { id: 'q' })).code).toBe(0);
  });
});
