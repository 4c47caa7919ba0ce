//! Apache Parquet, with the columns of the comma-separated values.

use std::sync::Arc;

use analysis::Summary;
use model::RunRecord;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{
    SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter,
};
use parquet::schema::types::Type;

use super::ExportError;
use super::samples::{Datum, Kind, Table};

/// Rows in a group: what is held in memory as columns at once.
const GROUP: usize = 65_536;

/// All samples of a record. Counts are 64-bit integers, figures doubles, the rest text; what is
/// empty is null.
pub fn render(record: &RunRecord, _: &Summary) -> Result<Vec<u8>, ExportError> {
    written(record).map_err(|error| ExportError::Writer(error.to_string()))
}

fn written(record: &RunRecord) -> Result<Vec<u8>, ParquetError> {
    let table = Table::new(record);
    let columns = table.columns();
    let fields = columns.iter().map(|(name, kind)| field(name, *kind).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("samples").with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_created_by("whichos".to_owned())
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group: Vec<Vec<Datum>> = vec![Vec::new(); columns.len()];
    let mut failed = None;
    table.rows(|row| {
        for (column, datum) in group.iter_mut().zip(row) {
            column.push(datum.clone());
        }
        if group[0].len() == GROUP && failed.is_none() {
            failed = write_group(&mut writer, &columns, &mut group).err();
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if !group[0].is_empty() {
        write_group(&mut writer, &columns, &mut group)?;
    }
    writer.into_inner()
}

fn field(name: &str, kind: Kind) -> Result<Type, ParquetError> {
    let (physical, logical) = match kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Count => (Physical::INT64, None),
        Kind::Figure => (Physical::DOUBLE, None),
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

fn write_group(
    writer: &mut SerializedFileWriter<Vec<u8>>,
    columns: &[(String, Kind)],
    group: &mut [Vec<Datum>],
) -> Result<(), ParquetError> {
    let mut row_group = writer.next_row_group()?;
    for ((_, kind), data) in columns.iter().zip(group.iter_mut()) {
        let data = std::mem::take(data);
        match kind {
            Kind::Text => write_column::<ByteArrayType>(&mut row_group, &data, text)?,
            Kind::Count => write_column::<Int64Type>(&mut row_group, &data, count)?,
            Kind::Figure => write_column::<DoubleType>(&mut row_group, &data, figure)?,
        }
    }
    row_group.close().map(drop)
}

fn write_column<T: DataType>(
    row_group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    data: &[Datum],
    pick: fn(&Datum) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = data.iter().map(pick).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let missing = || ParquetError::General("fewer columns than the schema has".to_owned());
    let mut column: SerializedColumnWriter<'_> = row_group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

fn text(datum: &Datum) -> Option<ByteArray> {
    match datum {
        Datum::Text(text) => Some(text.as_str().into()),
        _ => None,
    }
}

fn count(datum: &Datum) -> Option<i64> {
    match datum {
        Datum::Count(count) => i64::try_from(*count).ok(),
        _ => None,
    }
}

fn figure(datum: &Datum) -> Option<f64> {
    match datum {
        Datum::Figure(figure) => Some(*figure),
        _ => None,
    }
}
