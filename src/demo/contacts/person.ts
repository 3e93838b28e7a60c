import type { ServerEvent } from '../../domain/events.ts';
import { userId } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import { toMarkup } from '../../domain/markup.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Ids } from '../../ports/random.ts';
import type { ParleyServer } from '../../server/app.ts';
import { decodeFrame } from '../../wire/down/down.ts';

/** What everybody of the demo needs to talk to its server. */
export interface DemoPorts {
  readonly server: ParleyServer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Address of the page. */
  readonly origin: string;
}

export interface Account {
  readonly account: string;
  readonly name: string;
  readonly password: string;
}

/** Somebody who speaks the calls of the contract, as any program could. */
export class DemoPerson {
  readonly id: UserId;
  readonly name: string;
  readonly #place: DemoPorts;
  readonly #token: string;
  readonly #address: string;

  private constructor(place: DemoPorts, name: string, id: UserId, token: string, address: string) {
    this.#place = place;
    this.#token = token;
    this.#address = address;
    this.id = id;
    this.name = name;
  }

  /** Registers, which is refused where they have the account already, and signs in: no login has to fail. */
  static async enter(
    place: DemoPorts,
    { account, name, password }: Account,
    number: number,
  ): Promise<DemoPerson> {
    const address = `10.0.0.${number}`;
    const registered = await call(
      place,
      '/common/pub/register',
      { account, realname: name, password },
      '',
      address,
    );
    const answer = await call(place, '/common/pub/login', { account, password }, '', address);
    if (answer.code !== 0) throw new Error(`login: ${answer.msg}, register: ${registered.msg}`);
    const { authToken, userInfo } = answer.data as {
      readonly authToken: string;
      readonly userInfo: { readonly user_id: number };
    };
    return new DemoPerson(place, name, userId(userInfo.user_id), authToken, address);
  }

  /** @throws what the server refuses, in its words */
  async call<T>(path: string, body: object | FormData): Promise<T> {
    const { code, msg, data } = await call(this.#place, path, body, this.#token, this.#address);
    if (code !== 0) throw new Error(`${this.name}: ${path}: ${msg}`);
    return data as T;
  }

  async say(
    to: string,
    words: string,
    more: { readonly at?: readonly number[]; readonly pid?: number } = {},
  ): Promise<void> {
    await this.call('/enterprise/im/sendMessage', {
      id: this.#place.ids.uuid(),
      toContactId: to,
      type: 'text',
      content: toMarkup(words),
      at: [],
      ...more,
    });
  }

  async sendPicture(to: string, name: string, picture: Blob): Promise<void> {
    const form = new FormData();
    form.append(
      'message',
      JSON.stringify({
        id: this.#place.ids.uuid(),
        toContactId: to,
        is_group: to.startsWith('group-') ? 1 : 0,
        type: 'image',
        content: '',
      }),
    );
    form.append('file', picture, name);
    await this.call('/common/upload/uploadFile', form);
  }

  /** Opens a socket, as a device does; once it is bound, everything that happens is heard. */
  listen(listener: (event: ServerEvent) => void): Promise<void> {
    const { server, clock } = this.#place;
    return new Promise((resolve) => {
      const session = server.gateway.accept({
        send: (text) => {
          const decoded = decodeFrame(text, this.id);
          if (!decoded.ok || decoded.value === 'ignored') return;
          const { event } = decoded.value;
          // The server asks now and then whether somebody is there.
          if (event.type === 'pinged') session?.receive(JSON.stringify({ type: 'pong' }));
          else if (event.type === 'ponged' && event.bound) resolve();
          else clock.setTimeout(() => listener(event), 0);
        },
        close: () =>
          this.#place.log.write('warn', 'a contact of the demo lost its socket', { who: this.name }),
        bufferedBytes: () => 0,
        remoteAddress: this.#address,
      });
      session?.receive(
        JSON.stringify({ type: 'bindUid', user_id: this.id, token: this.#token, client: 'parley', v: 1 }),
      );
    });
  }
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

async function call(
  { server, origin }: DemoPorts,
  path: string,
  body: object | FormData,
  token: string,
  address: string,
): Promise<Answer> {
  const form = body instanceof FormData;
  const headers: Record<string, string> = {
    authorization: token,
    'accept-language': 'en',
    ...(form ? {} : { 'content-type': 'application/json' }),
  };
  const request = new Request(`${origin}${path}`, {
    method: 'POST',
    headers,
    body: form ? body : JSON.stringify(body),
  });
  const response = await server.fetch(request, { address, userAgent: 'Desktop' });
  if (response.status !== 200) throw new Error(`${path} answered HTTP ${response.status}`);
  return (await response.json()) as Answer;
}
