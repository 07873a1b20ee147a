import type { SampleTask } from './sampleTask.ts';

/** An attribute `label`, which becomes the accessible name of the element. */
export const attributeTask: SampleTask = {
  name: 'an attribute of the widget',
  maxFiles: 4,
  edits: [
    {
      file: 'widget/attributes.ts',
      before: '  /** Origin of the exchange, ',
      text: `  /**
   * Name of the form for screen readers: \`Обмен\`.
   *
   * @shops Название формы для программ чтения с экрана
   */
  label: {},
`,
    },
    {
      file: 'widget/controller.ts',
      before: "    if (changed.includes('rid')) this.#reportView();",
      text: "    if (attributes.label) this.element.setAttribute('aria-label', attributes.label);\n",
    },
    {
      file: 'PARTNERS.md',
      before: '| `claim`                | opens this claim',
      text: '| `label`                | name of the form for screen readers |\n',
    },
    {
      file: 'examples/index.html',
      before: `            <tr>
              <th scope="row"><code>claim</code></th>`,
      text: `            <tr>
              <th scope="row"><code>label</code></th>
              <td>Название формы для программ чтения с экрана</td>
            </tr>
`,
    },
  ],
};
