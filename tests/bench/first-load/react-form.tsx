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
      <p>中文 English</p>
      <h1>登录到 Parley</h1>
      <p>说出口的，都会送到。</p>
      <label>
        账号
        <input name="account" value={account} onChange={(event) => setAccount(event.target.value)} />
      </label>
      <label>
        密码
        <input
          name="password"
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <p>记住我 忘记密码？</p>
      <button type="submit">登录</button>
      <p>还没有账号？ 注册</p>
    </form>
  );
}

const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<Form />);
