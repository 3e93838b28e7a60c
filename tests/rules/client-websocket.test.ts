import { afterEach, describe, expect, it, vi } from 'vitest';
import { websocketPort } from '../../src/client/browser/websocket-adapter.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function listen() {
  const events: unknown[] = [];
  const handlers = {
    opened: () => events.push('open'),
    frame: (text: string) => events.push(text),
    closed: (how: object) => events.push(how),
  };
  return { heard: events, handlers };
}

const turn = () => new Promise<void>((done) => setImmediate(done));

describe('sockets of the browser', () => {
  class FakeWebSocket extends EventTarget {
    static readonly OPEN = 1;
    static made: FakeWebSocket[] = [];
    readyState = 0;
    readonly sent: string[] = [];
    constructor(readonly url: string) {
      super();
      if (url === '') throw new Error('bad address');
      FakeWebSocket.made.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.readyState = 3;
    }
    happen(type: string, fields: object = {}): void {
      if (type === 'open') this.readyState = 1;
      this.dispatchEvent(Object.assign(new Event(type), fields));
    }
  }
  it('SOCK-10: after close no handler runs, for any event of the browser', () => {
    vi.stubGlobal('WebSocket', FakeWebSocket);
    const { heard, handlers } = listen();
    const handle = websocketPort.open('ws://parley.test/wss', handlers);
    const socket = FakeWebSocket.made.at(-1);
    handle.send('too early');
    socket?.happen('open');
    socket?.happen('message', { data: 'hello' });
    handle.send('hi');
    handle.close();
    handle.send('too late');
    socket?.happen('message', { data: 'ghost' });
    socket?.happen('close', { code: 1000, reason: '' });
    expect([heard, socket?.sent]).toEqual([['open', 'hello'], ['hi']]);
  });

  it('SOCK-5: a failed open and a close are reported differently, once; a bad address fails, too', async () => {
    vi.stubGlobal('WebSocket', FakeWebSocket);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const { heard, handlers } = listen();
    websocketPort.open('ws://a', handlers);
    FakeWebSocket.made.at(-1)?.happen('close', { code: 1006, reason: '' });
    FakeWebSocket.made.at(-1)?.happen('close', { code: 1006, reason: '' });
    await turn();
    websocketPort.open('ws://b', handlers);
    FakeWebSocket.made.at(-1)?.happen('open');
    FakeWebSocket.made.at(-1)?.happen('close', { code: 1001, reason: 'bye' });
    websocketPort.open('', handlers);
    await turn();
    expect(heard).toEqual([
      { opened: false, code: 1006, reason: '' },
      'open',
      { opened: true, code: 1001, reason: 'bye' },
      { opened: false, code: 1006, reason: 'address' },
    ]);
  });
});

describe('a proxy that passes no websockets', () => {
  class Refused extends EventTarget {
    static made: Refused | null = null;
    constructor() {
      super();
      Refused.made = this;
    }
    close(): void {}
  }
  const refuse = async (status: number, meanwhile?: () => void) => {
    const requests: string[] = [];
    vi.stubGlobal('WebSocket', Refused);
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url);
      return new Response('', { status });
    });
    const { heard, handlers } = listen();
    const handle = websocketPort.open('wss://parley.test/wss', handlers);
    Refused.made?.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }));
    if (meanwhile) handle.close();
    await turn();
    return { asked: requests, heard };
  };

  it('SOCK-14: 426 at the address of the socket tells that the upgrade was lost on the way', async () => {
    expect(await refuse(426)).toEqual({
      asked: ['https://parley.test/wss'],
      heard: [{ opened: false, code: 1006, reason: '', blocked: true }],
    });
  });

  it('SOCK-14, SOCK-10: any other answer is a usual failure; after a close nothing is heard', async () => {
    expect((await refuse(503)).heard).toEqual([{ opened: false, code: 1006, reason: '' }]);
    expect((await refuse(426, () => undefined)).heard).toEqual([]);
  });
});
