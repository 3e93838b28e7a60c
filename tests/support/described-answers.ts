import { readFileSync } from 'node:fs';

/** Types are not needed here, and the house is checked also where the package is not installed yet. */
const [SCHEMAS]: readonly string[] = ['ajv/dist/2020.js'];
type Check = ((value: unknown) => boolean) & { readonly errors?: unknown };

interface Page {
  readonly paths: Readonly<Record<string, object>>;
}

/** The description, in which no object has a field that is not described. */
const strictPage = (): Page =>
  JSON.parse(readFileSync('docs/openapi.json', 'utf8'), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as Page;

async function compiler() {
  const { Ajv2020 } = (await import(/* @vite-ignore */ SCHEMAS ?? '')) as {
    readonly Ajv2020: new (options: object) => {
      addSchema(schema: object, key: string): unknown;
      compile(schema: object): Check;
    };
  };
  const page = strictPage();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(page, 'page');
  const compiled = new Map<string, Check>();
  const operations = Object.keys(page.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'),
  }));
  return (path: string): Check | null => {
    const found = operations.find(({ pattern }) => pattern.test(path));
    if (!found) return null;
    const known = compiled.get(found.path);
    if (known) return known;
    const operation = `page#/paths/${found.path.replaceAll('/', '~1')}/post`;
    const answer = `${operation}/responses/200/content/application~1json/schema`;
    const check = ajv.compile({ $ref: encodeURI(answer) });
    compiled.set(found.path, check);
    return check;
  };
}

let checks: ReturnType<typeof compiler> | undefined;

/** Throws unless the description of the call has every field of this answer, with its type (WIRE-24). */
export async function checkDescribed(path: string, answer: unknown): Promise<void> {
  const [plain = ''] = path.split('?');
  const check = (await (checks ??= compiler()))(plain);
  if (!check || check(answer)) return;
  const found = JSON.stringify(check.errors).slice(0, 1_500);
  throw new Error(
    `docs/openapi.json lacks what ${plain} answers: ${found} in ${JSON.stringify(answer).slice(0, 1_500)}`,
  );
}
