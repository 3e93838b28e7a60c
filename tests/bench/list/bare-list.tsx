import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  readonly id: number | string;
  readonly displayName: string;
  readonly avatar: string;
  readonly lastContent?: string;
  readonly lastSendTime?: number;
  readonly unread?: number;
}

async function ask(path: string, token: string, body: object): Promise<unknown> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'x-requested-with': 'parley' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { readonly data: unknown }).data;
}

/** Logs in, sends one request and draws a row for each entry of its answer. */
function Page() {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const login = { ...Object.fromEntries(form), terminal: 'web', rememberMe: true };
    const { authToken } = (await ask('/common/pub/login', '', login)) as { readonly authToken: string };
    setRows((await ask('/enterprise/im/getContacts', authToken, {})) as readonly Row[]);
  };
  if (rows === null)
    return (
      <form onSubmit={(event) => void send(event)}>
        <input name="account" />
        <input name="password" type="password" />
        <button type="submit">登录</button>
      </form>
    );
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} data-chat={row.id}>
          <b>{row.displayName}</b> <time>{new Date(row.lastSendTime ?? 0).toLocaleTimeString()}</time>
          <p>{row.lastContent}</p>
          <i>{row.unread}</i>
        </li>
      ))}
    </ul>
  );
}

const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<Page />);
