// Elements from one call. Text is always text: nothing is ever parsed as HTML.
export type Child = Node | string | number | false | null | undefined | readonly Child[];
type Value = string | number | boolean | null | undefined | ((event: any) => void);
export type Attributes = Record<string, Value>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return dress(document.createElement(tag), attributes, children);
}

export function s<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return dress(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** What is in it is replaced. */
export function fill(node: Element, ...children: Child[]): void {
  node.replaceChildren(...nodes(children));
}

const properties = new Set(['value', 'checked', 'disabled', 'hidden', 'open', 'selected', 'indeterminate']);

function dress<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  const late: [string, Value][] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.replace(/^on/, ''), value);
    else if (value === undefined || value === null) continue;
    else if (properties.has(name) && node instanceof HTMLElement) late.push([name, value]);
    else if (value !== false) node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...nodes(children));
  for (const [name, value] of late) (node as unknown as Record<string, Value>)[name] = value; // a select's value needs its options
  return node;
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    child === false || child === null || child === undefined
      ? []
      : Array.isArray(child)
        ? nodes(child)
        : [child instanceof Node ? child : String(child)],
  );
}

let last = 0;
/** A name for an element that another one refers to. */
export const newId = () => `e${++last}`;

/** Gives a file to the person. */
export function download(name: string, content: string | Blob | Uint8Array, type = 'application/octet-stream'): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
