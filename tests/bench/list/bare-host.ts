import { createServer, request as forward } from 'node:http';
import { gzipSync } from 'node:zlib';
import { bareScript, page } from '../first-load/forms.ts';

/** The page of one React component, whose requests another server answers. */
export async function hostBareList(to: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const files: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
    '/': ['text/html', gzipSync(page('<div id="root"></div><script type="module" src="/list.js"></script>'))],
    '/list.js': ['text/javascript', gzipSync(await bareScript('tests/bench/list/bare-list.tsx'))],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? [];
    if (body !== undefined)
      return void response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': body.length })
        .end(body);
    const { host: _, origin: __, ...headers } = request.headers;
    const onward = forward(new URL(request.url ?? '', to), { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
