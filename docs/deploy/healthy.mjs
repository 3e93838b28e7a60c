// Whether people may be sent to the server beside this: the health check of the image.
const { DOMAIN = '', HTTP_PORT = '80', PORT = '8080' } = process.env;
// With a certificate of its own it answers to its name only; plain HTTP says 503 until it has one.
const port = DOMAIN === '' ? PORT : HTTP_PORT;
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { redirect: 'manual' });
  process.exitCode = status < 400 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
