// Placeholder until the first file of AppCore stands.
