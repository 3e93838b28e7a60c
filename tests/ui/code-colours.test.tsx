// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeBlock } from '../../src/app/screens/conversation/message/rich-nodes.tsx';
import { codeParts } from '../../src/app/screens/conversation/message/coloured-code.tsx';
import { closeScreens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const CODE = 'const hour = 7; // early\nsay("hello");';
const show = (language: string) =>
  showPart(scriptedClient(stateWith([])), <CodeBlock language={language} text={CODE} />);

const coloured = () => [...document.querySelectorAll('code span')];

describe('code in colours', () => {
  it('RICH-9: code of a known language is drawn in parts, its characters as typed', async () => {
    const screen = await show('ts');
    expect(screen.find('code').textContent).toBe(CODE);
    await until(() => expect(coloured().length).toBeGreaterThan(3));
    expect(screen.find('code').textContent).toBe(CODE);
  });

  it('RICH-9: other code stays as it is', async () => {
    for (const language of ['', 'klingon']) {
      const screen = await show(language);
      expect(screen.find('code').textContent).toBe(CODE);
      expect(coloured()).toEqual([]);
      closeScreens();
    }
  });

  it('RICH-9: no character is lost or moved, in any language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('js', 'python', 'html', 'sql', 'css', 'nothing'),
        fc.string(),
        (language, text) => {
          expect(
            codeParts(language, text)
              .map((part) => part.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
    expect(codeParts('js', CODE).map(({ kind }) => kind)).toContain('aside');
  });
});
