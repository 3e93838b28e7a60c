import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-command.mjs';

const PLACE = '<!-- calls -->';
const FILE = 'docs/openapi.json';
/** Deeper fields are behind the name of their part. */
const DEEPEST = 3;

/**
 * @typedef {object} Schema
 * @property {string} [$ref]
 * @property {string | readonly string[]} [type]
 * @property {string} [description]
 * @property {readonly unknown[]} [enum]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {readonly string[]} [required]
 * @property {readonly Schema[]} [oneOf]
 * @property {number} [maxLength]
 * @property {unknown} [const]
 */
/** @typedef {Record<string, { readonly schema: Schema }>} Content */
/** @typedef {{ readonly name: string, readonly required: boolean, readonly schema: Schema }} Parameter */
/**
 * @typedef {object} Operation
 * @property {string} summary
 * @property {string} description
 * @property {readonly object[]} security
 * @property {{ readonly content: Content }} [requestBody]
 * @property {readonly Parameter[]} [parameters]
 * @property {{ readonly 200: { readonly content: Content } }} responses
 */
/**
 * @typedef {object} Description
 * @property {{ readonly version: string, readonly description: string }} info
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {{ readonly schemas: Record<string, Schema> }} components
 */

/** @param {unknown} text */
const escaped = (text) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** @param {string} ref */
const partOf = (ref) => ref.split('/').at(-1) ?? '';

/** @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return `<a href="#part-${partOf(schema.$ref)}">${partOf(schema.$ref)}</a>`;
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(' ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return escaped([schema.type ?? 'any'].flat().join(' or '));
}

/** @param {Schema} schema @param {number} [depth] @returns {string} */
function fieldsOf(schema, depth = 0) {
  if (schema.oneOf) return schema.oneOf.map((one) => fieldsOf(one, depth)).join('');
  if (schema.items) return fieldsOf(schema.items, depth);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0 || depth > DEEPEST) return '';
  const rows = fields.map(([name, one]) => {
    const must = schema.required?.includes(name) ? ' <b>*</b>' : '';
    const most = one.maxLength === undefined ? '' : ` up to ${one.maxLength} characters`;
    const words = one.description ? ` <span>${escaped(one.description)}</span>` : '';
    const inside = fieldsOf(one, depth + 1);
    return `<li><code>${escaped(name)}</code>${must} ${typeOf(one)}${most}${words}${inside}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

/** @param {Schema | undefined} schema */
const schemaHtml = (schema) => (schema ? `<p>${typeOf(schema)}</p>${fieldsOf(schema)}` : '');

/** @param {Description} page @param {string} path @param {string} method @param {Operation} operation */
function operationOf(page, path, method, operation) {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const request = body?.$ref ? page.components.schemas[partOf(body.$ref)] : body;
  const success = operation.responses[200].content['application/json']?.schema.oneOf?.[0];
  const data = success?.$ref ? page.components.schemas[partOf(success.$ref)] : success;
  const { data: answer, code: _, msg: _msg, ...beside } = data?.properties ?? {};
  const inAddress = (operation.parameters ?? []).map(
    ({ name, required, schema }) =>
      `<li><code>${escaped(name)}</code>${required ? ' <b>*</b>' : ''} ${typeOf(schema)}</li>`,
  );
  const fields = `${inAddress.length > 0 ? `<ul>${inAddress.join('')}</ul>` : ''}${fieldsOf(request ?? {})}`;
  const words = answer?.description && !answer.properties ? `<p>${escaped(answer.description)}</p>` : '';
  return `<details id="${method}-${escaped(path)}"><summary><b>${escaped(operation.summary)}</b>
<code>${method.toUpperCase()} ${escaped(path)}</code></summary>
<p>${escaped(operation.description)}.${operation.security.length === 0 ? ' No token needed.' : ''}</p>
<h3>Request</h3>${fields || '<p>No fields.</p>'}
<h3>Answer: <code>data</code></h3>${words}${schemaHtml(answer)}
<h3>Beside it</h3>${fieldsOf({ properties: beside })}</details>`;
}

/**
 * The description of all calls as one page without any script.
 *
 * @param {Description} page
 */
export function apiPage(page) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(page.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = path.split('/').slice(0, 3).join('/');
      groups.set(name, [...(groups.get(name) ?? []), operationOf(page, path, method, operation)]);
    }
  const calls = [...groups].map(
    ([name, rows]) => `<section><h2>${escaped(name)}</h2>${rows.join('')}</section>`,
  );
  const parts = Object.entries(page.components.schemas)
    .filter(([name]) => !name.endsWith('_request'))
    .map(
      ([name, schema]) =>
        `<details id="part-${name}"><summary><b>${name}</b></summary>${fieldsOf(schema)}</details>`,
    );
  const { description, version } = page.info;
  return `<p>${escaped(description)}
<a href="/openapi.json">openapi.json</a>, version ${escaped(version)}.</p>
<p><b>*</b> required</p>${calls.join('')}<section><h2>Parts</h2>${parts.join('')}</section>`;
}

const description = () => readFileSync(join(root, FILE), 'utf8');

/**
 * Fills `api.html`, and puts the description beside it.
 *
 * @returns {import('vite').Plugin}
 */
export function apiPlugin() {
  return {
    name: 'api-page',
    transformIndexHtml: (html, { path }) =>
      path.endsWith('/api.html') ? html.replace(PLACE, () => apiPage(JSON.parse(description()))) : html,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: description() });
    },
  };
}
