import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Section({ title, class: look = '', children }: SectionProps) {
  const id = useId();
  return (
    <section class={`section ${look}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
