import { emailProblem, nicknameProblem } from '../../domain/validation.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { TEXTS } from '../kernel/texts.ts';

/** Somebody to invite; one of the two may be empty. */
export interface Invitee {
  readonly name: string;
  readonly email: string;
}

/** A line of the list, counted from 1 as editors do, and what is wrong with it. */
export interface LineFault {
  readonly line: number;
  readonly why: Bilingual;
}

interface InviteList {
  readonly people: readonly (Invitee & { readonly line: number })[];
  readonly faults: readonly LineFault[];
}

const WHY = {
  quote: { zh: '引号没有结束', en: 'a quotation mark is not closed' },
  columns: { zh: '应为姓名和邮箱两列', en: 'there are more than two columns: name and address' },
  address: { zh: '邮箱地址不正确', en: 'the mail address is not valid' },
  twice: { zh: '该邮箱在前面出现过', en: 'the address is in the list before' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Names of the columns, as spreadsheets write them in the first line. */
const TITLE = /^(?:(?:full |display )?name|e-?mail(?: address)?|mail|address|姓名|名字|邮箱|邮件)$/i;

/** The cells of one line; null: a quotation mark is not closed. */
function cellsOf(line: string, separator: string): readonly string[] | null {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return isQuoted ? null : [...cells, cell.trim()];
}

function inviteeIn(line: string, separator: string): Invitee | Bilingual {
  const cells = cellsOf(line, separator);
  if (cells === null) return WHY.quote;
  const values = cells.filter((cell) => cell !== '');
  if (values.length > 2) return WHY.columns;
  // The address is the one with the sign, in either column.
  const email = values.find((cell) => cell.includes('@')) ?? '';
  const names = values.filter((cell) => cell !== email);
  if (names.length > 1) return names.length === 2 && cells.length === 2 ? WHY.address : WHY.columns;
  const name = names[0] ?? '';
  if (email !== '' && emailProblem(email) !== null) return WHY.address;
  // The same check as at registration, where the name fills the field.
  const problem = name === '' ? null : nicknameProblem(name);
  return problem === null ? { name, email } : TEXTS[problem];
}

/**
 * Reads a list of names and addresses as spreadsheets export it: with commas, semicolons or tabs, quotation
 * marks, a mark of the encoding at the start, and a line of titles or none (INVITE-3).
 */
export function readInviteList(text: string): InviteList {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const separator = [',', ';', '\t'].find((one) => lines.some((line) => line.includes(one))) ?? ',';
  const people: InviteList['people'][number][] = [];
  const faults: LineFault[] = [];
  const emails = new Set<string>();
  const first = lines.findIndex((line) => line.trim() !== '');
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line, separator)?.filter((cell) => cell !== '') ?? [line];
    if (cells.length === 0 || (at === first && cells.every((cell) => TITLE.test(cell)))) continue;
    const invitee = inviteeIn(line, separator);
    if ('en' in invitee) faults.push({ line: at + 1, why: invitee });
    else if (invitee.email !== '' && emails.has(invitee.email.toLowerCase()))
      faults.push({ line: at + 1, why: WHY.twice });
    else {
      emails.add(invitee.email.toLowerCase());
      people.push({ ...invitee, line: at + 1 });
    }
  }
  return { people, faults };
}

/** A program that opens the file must not take a name for a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvLine = (...cells: readonly string[]): string => cells.map(cell).join(',');
