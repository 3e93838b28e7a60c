import { connect, type Socket } from 'node:net';

/** A small client of an XMPP server over one socket: login, session, chat messages. */
export class XmppClient {
  private readonly socket: Socket;
  private text = '';
  private waiting: { readonly mark: string; readonly resolve: () => void } | null = null;
  /** Called with the ID of each received chat message. */
  onMessage: (id: string) => void = () => undefined;

  private constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8');
    this.socket.on('data', (part: string) => this.read(part));
  }

  /** SASL PLAIN, resource, presence: from then on messages come. */
  static async login(port: number, user: string, password: string): Promise<XmppClient> {
    const client = new XmppClient(port);
    const open = `<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
    await client.ask(`<?xml version='1.0'?>${open}`, '</stream:features>');
    const secret = Buffer.from(`\0${user}\0${password}`).toString('base64');
    await client.ask(
      `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
      '<success',
    );
    await client.ask(open, '</stream:features>');
    await client.ask(
      `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>`,
      '</iq>',
    );
    await client.ask(
      `<iq type='set' id='session'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>`,
      'session',
    );
    await client.ask('<presence/>', '<presence');
    return client;
  }

  say(to: string, id: string, words: string): void {
    this.socket.write(`<message to='${to}@localhost' type='chat' id='${id}'><body>${words}</body></message>`);
  }

  close(): void {
    this.socket.destroy();
  }

  private ask(text: string, mark: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting = { mark, resolve };
      this.socket.write(text);
    });
  }

  private read(part: string): void {
    this.text += part;
    if (this.waiting) {
      if (!this.text.includes(this.waiting.mark)) return;
      const { resolve } = this.waiting;
      this.waiting = null;
      this.text = '';
      return resolve();
    }
    for (let end = this.text.indexOf('</message>'); end >= 0; end = this.text.indexOf('</message>')) {
      const id = /\sid='([^']+)'/.exec(this.text.slice(0, this.text.indexOf('>')))?.[1];
      this.text = this.text.slice(end + '</message>'.length);
      if (id !== undefined) this.onMessage(id);
    }
  }
}
