// The health check of the image: exit code 0 if users may be sent to the server beside it.
import { get as getPlainly } from 'node:http';
import { get as getSecurely } from 'node:https';

const { DOMAIN = '', PORT = '' } = process.env;
const path = '/readyz';
const host = '127.0.0.1';
// With a certificate of its own the server answers on HTTPS only; plain HTTP redirects even when HTTPS is
// down. The certificate is for the public name, so it is not checked on this machine.
const [name = ''] = DOMAIN.split(',').map((one) => one.trim());
const asked =
  name === ''
    ? getPlainly({ host, port: PORT || '8080', path })
    : getSecurely({ host, port: PORT || '443', path, servername: name, rejectUnauthorized: false });
asked.setTimeout(4_000, () => asked.destroy());
asked.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('error', () => process.exit(1));
