import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

/** The text of an element, with `~` for a no-break space. */
function renderText(element: React.ReactElement): string {
  return render(element).container.textContent.replaceAll('\u00a0', '~');
}

const Line = ({ children }: { children: React.ReactNode }) => <p>{children}</p>;

test('a short word stays with what follows it, also if that is another child', () => {
  const time = '13:00';
  expect(renderText(<p>Оплатите до {time}, и мы не отменим</p>)).toBe('Оплатите до~13:00, и~мы~не~отменим');
  expect(
    renderText(
      <p>
        Напишите в <a href="/contacts">поддержку</a> и ждите
      </p>,
    ),
  ).toBe('Напишите в~поддержку и~ждите');
  expect(renderText(<p>{'в'} сети</p>)).toBe('в~сети');
});

test('a number stays with its unit, whether it is text, a number or a child of its own', () => {
  const minutes = 20;
  expect(renderText(<p>Ещё {minutes} минут</p>)).toBe('Ещё 20~минут');
  expect(renderText(<b>{'0,5'} %</b>)).toBe('0,5~%');
  expect(renderText(<p>От 15 000 ₽</p>)).toBe('От~15~000~₽');
});

test('an element between two texts separates them, nothing does not', () => {
  expect(
    renderText(
      <p>
        ждём 5<br /> минут
      </p>,
    ),
  ).toBe('ждём 5 минут');
  expect(
    renderText(
      <p>
        ждём 5{null}
        {false} минут
      </p>,
    ),
  ).toBe('ждём 5~минут');
});

test('sets the text that a component gets as its children, and lists of texts', () => {
  expect(renderText(<Line>не на той странице</Line>)).toBe('не~на~той странице');
  const words = ['в сети', <b key="b">с картой</b>];
  expect(renderText(<Line>{words}</Line>)).toBe('в~сетис~картой');
});

test('leaves code, values and texts in other languages alone', () => {
  expect(renderText(<code>куда от меня</code>)).toBe('куда от меня');
  expect(renderText(<p>+7 916 123-45-67</p>)).toBe('+7 916 123-45-67');
  expect(renderText(<p>10 a St. Anna</p>)).toBe('10 a St. Anna');
  expect(render(<input placeholder="до утра" />).container.innerHTML).toContain('до утра');
  expect(render(<option>с карты</option>).container.textContent).toBe('с карты');
});

test('keeps keys, and properties that are no text', () => {
  const rows = ['a', 'b'];
  const { container } = render(
    <ul title="в ряд">
      {rows.map(row => (
        <li key={row}>{row === 'a' ? 1 : null}</li>
      ))}
    </ul>,
  );
  expect(container.innerHTML).toBe('<ul title="в ряд"><li>1</li><li></li></ul>');
});
