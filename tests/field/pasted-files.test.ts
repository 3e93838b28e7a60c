// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { pastedBy, transferredBy } from '../../src/app/screens/conversation/attach/transferred.ts';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const folder = new File([], 'Holiday');

interface Given {
  readonly files?: readonly File[];
  readonly text?: string;
  readonly html?: string;
}

/** A clipboard as browsers give it: each file is an item that may name a folder. */
function clipboard({ files = [picture], text = '', html = '' }: Given) {
  const items = files.map((file) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ isDirectory: file === folder }),
  }));
  const strings = text === '' ? [] : [{ kind: 'string', webkitGetAsEntry: () => null }];
  return {
    items: [...strings, ...items],
    files,
    getData: (type: string) => (type === 'text/html' ? html : text),
  } as unknown as DataTransfer;
}

const pasted = (given: Given) => pastedBy(clipboard(given)).files.map(({ name }) => name);

describe('pasted files', () => {
  it.each<[string, Given]>([
    ['a word processor', { text: 'Dear all', html: '<p class="MsoNormal">Dear all</p>' }],
    ['a spreadsheet', { text: 'a\tb\n1\t2', html: '<table><tr><td>a</td><td>b</td></tr></table>' }],
    ['an editor that writes no HTML', { text: 'Dear all' }],
    ['words around a picture', { text: 'Look here', html: '<p>Look <img src="a.png"> here</p>' }],
  ])('UI-144: the words of %s are pasted, not the picture of them', (_name, given) => {
    expect(pasted(given)).toEqual([]);
  });

  it.each<[string, Given]>([
    ['a screenshot', {}],
    [
      'a picture of a page',
      { html: '<meta charset="utf-8"><img src="https://k.example/a.png" alt="A hill">' },
    ],
    [
      'a picture with its address',
      { text: 'https://k.example/a.png', html: '<img src="https://k.example/a.png">' },
    ],
    ['a file with its name', { files: [new File(['x'], 'a.pdf')], text: 'a.pdf' }],
    ['a file with its path', { files: [new File(['x'], 'a.pdf')], text: 'file:///home/a/a.pdf' }],
  ])('UI-144: %s is offered as a file', (_name, given) => {
    expect(pasted(given)).toHaveLength(1);
  });
});

describe('dropped folders', () => {
  it('UI-145: a folder is named as such and left out, the files beside it are offered', () => {
    expect(transferredBy(clipboard({ files: [folder, picture] }))).toEqual({
      files: [picture],
      hasFolder: true,
    });
    expect(transferredBy(clipboard({ files: [folder] }))).toEqual({ files: [], hasFolder: true });
    expect(transferredBy(clipboard({}))).toEqual({ files: [picture], hasFolder: false });
  });
});
