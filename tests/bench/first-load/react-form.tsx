import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a login page by React can be. */
function Form() {
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    void fetch('/login', { method: 'POST', body: JSON.stringify({ account, password }) });
  };
  return (
    <form onSubmit={send}>
      <h1>Log in</h1>
      <label>
        Account
        <input name="account" value={account} onChange={(event) => setAccount(event.target.value)} />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <button type="submit">Log in</button>
    </form>
  );
}

const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<Form />);
