import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../support/house/repository.ts';

/**
 * The baselines: the simplest possible form, and the same form drawn by React alone. Both show the text of
 * the login page, so that the same characters are drawn.
 */
export const page = (body: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>登录</title><style>body{font-family:sans-serif}input{display:block;margin:8px 0;font-size:16px}</style>${body}</html>`;
const PLAIN =
  page(`<p>中文 English</p><form><h1>登录到 Parley</h1><p>说出口的，都会送到。</p><label>账号<input name="account"></label><label>密码<input name="password" type="password"></label><p>记住我 忘记密码？</p><button type="submit">登录</button></form><p>还没有账号？ 注册</p><p>Parley 6.0.1</p>
<script>document.forms[0].addEventListener('submit',(event)=>{event.preventDefault();fetch('/login',{method:'POST'})})</script>`);

/** Builds the script of a page that uses React alone. */
export async function bareScript(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, entry), formats: ['es'], fileName: 'form' },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  if (first === undefined || !('output' in first)) throw new Error('the form was not built');
  return first.output[0].code;
}

/** Both forms on a port of this machine, compressed as our server compresses. */
export async function hostForms(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const files: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
    '/plain': ['text/html', gzipSync(PLAIN)],
    '/react': [
      'text/html',
      gzipSync(page('<div id="root"></div><script type="module" src="/form.js"></script>')),
    ],
    '/form.js': ['text/javascript', gzipSync(await bareScript('tests/bench/first-load/react-form.tsx'))],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', gzipSync('')];
    response
      .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': body.byteLength })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
