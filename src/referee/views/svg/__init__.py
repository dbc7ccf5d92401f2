"""Pictures as SVG text: `drawn` draws any picture, `chart` has the shapes on axes."""
